import { expect, type Page } from '@playwright/test'
import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser } from './data.ts'
import {
  cards,
  cardTitles,
  countVisibleCards,
  openHome,
  section,
  showOnly,
  tabTo,
  tracksOf,
} from './discover-data.ts'
import { createPlaylist } from './playlist-data.ts'
import { uniqueWord } from './search-data.ts'
import { test } from './test.ts'
import { toast } from './track-page.ts'

const curated = 'Curated for your taste'
const recent = 'Most Recent'

/** What the page was rendered from: other tests upload meanwhile. */
async function embeddedDiscovery(page: Page): Promise<Discovery> {
  const json = await page.locator('#first-render').textContent()
  const { queries } = JSON.parse(json ?? '').queries as {
    queries: { queryKey: string[]; state: { data: Discovery } }[]
  }
  const found = queries.find(({ queryKey }) => queryKey[0] === 'discover')
  if (!found) throw new Error('The page has no discovery.')
  return found.state.data
}

test('discover page: the sections are in order, and each is sorted as its heading says', async ({
  page,
  request,
}) => {
  const [own] = await tracksOf(request, ['Newest of all', 'Another', 'A third'])
  await page.goto('/discover')
  const shown = await embeddedDiscovery(page)
  const genres = shown.genres.map(({ genre }) => new RegExp(`^${genre.replace('&', '.')}$`, 'i'))
  // Genres and playlists follow below them.
  const sections = page.locator('main section:has(article)')
  await expect(sections.getByRole('heading', { level: 2 })).toHaveText([
    curated,
    recent,
    'Trending Now',
    ...genres,
  ])
  for (const subtitle of [
    'Top liked tracks from amazing artists',
    'Fresh uploads from our community',
    'Most played tracks this week',
  ])
    await expect(page.getByText(subtitle)).toBeVisible()
  await expect(page.getByText('Trending Music', { exact: true })).toHaveCount(genres.length)

  const titles = (tracks: Track[]) => tracks.map(({ title }) => title)
  await expect.poll(() => cardTitles(page, curated)).toEqual(titles(shown.curated))
  await expect.poll(() => cardTitles(page, recent)).toEqual(titles(shown.recent))
  await expect.poll(() => cardTitles(page, 'Trending Now')).toEqual(titles(shown.trending))
  expect(shown.recent.map(({ id }) => id)).toContain(own?.id)

  const isDescending = (numbers: (number | null)[]) =>
    numbers.every((n, i) => n !== null && (i === 0 || n <= Number(numbers[i - 1])))
  expect(isDescending(shown.curated.map(({ likeCount }) => likeCount))).toBe(true)
  expect(isDescending(shown.recent.map((track) => Date.parse(track.updatedAt)))).toBe(true)
  expect(isDescending(shown.trending.map(({ playCount }) => playCount))).toBe(true)
  expect(genres.length).toBeLessThanOrEqual(2)
  for (const { tracks } of shown.genres) {
    expect(tracks.length).toBeGreaterThanOrEqual(3)
    expect(isDescending(tracks.map(({ playCount }) => playCount))).toBe(true)
  }
})

test('discover page: a visitor plays cards and finds all tracks of every section', async ({
  page,
  request,
}) => {
  const titles = ['Sounding', 'Next to it', 'c', 'd', 'e', 'f', 'g', 'h']
  const tracks = await tracksOf(request, titles)
  const [first] = tracks
  if (!first) throw new Error('no tracks')
  const collection = `Just collected ${uniqueWord()}`
  await createPlaylist(request, { title: collection, tracks: tracks.slice(0, 3) })
  await showOnly(page, {
    curated: tracks,
    recent: tracks,
    trending: tracks,
    genres: [{ genre: 'r&b', tracks }],
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/api/tracks/${first.id}/audio*`, async (route) => {
    await held
    await route.continue()
  })
  await openHome(page)
  const card = cards(page, recent).first()
  await expect(card.getByRole('link', { name: 'Sounding' })).toHaveAttribute(
    'href',
    `/track/${first.slug}`,
  )
  await test.step('play a card', async () => {
    await card.hover()
    await card.getByRole('button', { name: 'Play Sounding' }).click()
    await expect(card.getByRole('button', { name: 'Loading Sounding' })).toBeVisible()
    release()
    await expect(card.getByRole('button', { name: 'Pause Sounding' })).toBeVisible()
    await expect(card.getByText('Playing', { exact: true })).toBeVisible()
    const progress = page.getByRole('slider', { name: 'Progress' })
    const progressValue = async () => Number(await progress.getAttribute('aria-valuenow'))
    await expect.poll(progressValue).toBeGreaterThan(0)
  })

  await test.step('pause it and play another', async () => {
    await card.getByRole('button', { name: 'Pause Sounding' }).click()
    await expect(card.getByRole('button', { name: 'Play Sounding' })).toBeVisible()
    await expect(card.getByText('Playing', { exact: true })).toBeHidden()
    const other = cards(page, recent).nth(1)
    await other.hover()
    await other.getByRole('button', { name: 'Play Next to it' }).click()
    await expect(other.getByText('Playing', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Player' })).toContainText('Next to it')
  })

  await test.step('liking needs an account', async () => {
    await section(page, recent).getByRole('button', { name: 'Like Sounding' }).click()
    await expect(toast(page)).toContainText('Sign in required')
    await expect(toast(page)).toContainText('You need to sign in to like tracks.')
    await expect(page.getByRole('button', { name: /to playlist$/ })).toHaveCount(0)
  })

  await test.step('the number of visible cards depends on the width', async () => {
    await expect(cards(page, recent)).toHaveCount(8)
    for (const [width, lead, rest] of [
      [1440, 5, 6],
      [900, 3, 3],
      [390, 2, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => countVisibleCards(page, curated)).toBe(lead)
      await expect.poll(() => countVisibleCards(page, recent)).toBe(rest)
    }
  })

  await test.step('every section leads to all its tracks', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const topBarMark = page.getByRole('banner').locator('[aria-current]')
    await expect(topBarMark).toHaveText('Discover')
    await expect(
      section(page, 'Browse by genre').getByRole('link', { name: /^Other/ }),
    ).toHaveAttribute('href', '/genre/other')
    await expect(
      section(page, 'New playlists').getByRole('link', { name: collection }),
    ).toBeVisible()
    for (const [name, href] of [
      [curated, '/discover/curated'],
      [recent, '/discover/recent'],
      ['Trending Now', '/discover/trending'],
      ['R&B', '/genre/r%26b'],
      ['New playlists', '/discover/playlists'],
    ] as const)
      await expect(
        section(page, name).getByRole('link', { name: `See all ${name}` }),
      ).toHaveAttribute('href', href)
    await page.getByRole('link', { name: 'See all Most Recent' }).click()
    await expect(page.getByRole('heading', { level: 1, name: recent })).toBeFocused()
    await expect(page).toHaveTitle('Most Recent · Soundpost')
    await expect(topBarMark).toHaveText('Discover')
    const rows = page.getByRole('region', { name: 'Tracks', exact: true }).getByRole('listitem')
    await expect(rows.getByRole('link', { name: 'Sounding' }).first()).toBeVisible()
    await page.goBack()
    await expect(section(page, recent)).toBeVisible()
    await section(page, recent).getByRole('link', { name: 'Sounding' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sounding')
    await expect(topBarMark).toHaveCount(0)
  })
})

test('discover page: a like updates every card of the track, and the keyboard suffices', async ({
  page,
  request,
}) => {
  const [track] = await tracksOf(request, ['Liked a lot'])
  if (!track) throw new Error('no track')
  await signedInUser(page.request)
  await showOnly(page, { curated: [track], recent: [track] })
  await openHome(page)
  const heart = (title: string) => section(page, title).getByRole('button', { name: 'Like Liked' })
  await expect(
    section(page, recent).getByRole('button', { name: 'Add Liked a lot to playlist' }),
  ).toBeVisible()
  await test.step('a like updates every card, unless it fails', async () => {
    await heart(recent).click()
    for (const title of [curated, recent]) {
      await expect(heart(title)).toHaveAttribute('aria-pressed', 'true')
      await expect(heart(title)).toContainText('1')
    }
    await heart(curated).click()
    await expect(heart(recent)).toHaveAttribute('aria-pressed', 'false')
    await expect(heart(recent)).toContainText('0')

    await page.route('**/like', (route) => route.fulfill({ status: 500, body: '' }))
    await heart(recent).click()
    await expect(toast(page)).toContainText('Error')
    await expect(toast(page)).toContainText('Failed to like track. Please try again.')
    await expect(heart(recent)).toHaveAttribute('aria-pressed', 'false')
    await page.unroute('**/like')
  })

  await test.step('play, like and open with the keyboard', async () => {
    await expect(cards(page, recent)).toHaveCount(1)
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    const card = cards(page, recent).first()
    const play = card.getByRole('button', { name: /^(Play|Loading|Pause) Liked a lot/ })
    await tabTo(play)
    await expect(play).toHaveCSS('opacity', '1')
    // A play fetches the sections again, here from `showOnly`, which knows of no like.
    const fetchedAgain = page.waitForResponse('**/api/discover')
    await page.keyboard.press('Enter')
    await expect(play).toHaveAccessibleName('Pause Liked a lot')
    await fetchedAgain
    await page.keyboard.press('Tab')
    await expect(card.getByRole('link', { name: 'Liked a lot' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(card.getByRole('link', { name: 'Low Tide Choir' })).toBeFocused()
    await page.keyboard.press('Tab')
    const like = card.getByRole('button', { name: 'Like Liked a lot' })
    await expect(like).toBeFocused()
    await page.keyboard.press('Space')
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/track/${track.slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test.describe(() => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })

  test('discover page: on a phone cards are accessible and play on tap', async ({
    page,
    request,
  }) => {
    const tracks = await tracksOf(request, ['Touched', 'Beside', 'Further'])
    await showOnly(page, { curated: tracks, trending: tracks, recent: tracks })
    await openHome(page)
    await expect(cards(page, recent)).toHaveCount(3)
    const bottomBar = page.getByRole('navigation', { name: 'Main' })
    await expect(bottomBar.getByRole('link')).toHaveText(['Home', 'Search', 'Sign in'])
    await expect(bottomBar.locator('[aria-current]')).toHaveText('Home')
    await expect(bottomBar.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/api/login?returnTo=%2Fdiscover',
    )
    // The last content of the page is not covered.
    const navigation = await bottomBar.boundingBox()
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        const main = await page.getByRole('main').boundingBox()
        return (main?.y ?? 0) + (main?.height ?? 0)
      })
      .toBeLessThanOrEqual(navigation?.y ?? 0)
    const card = cards(page, curated).first()
    await card.getByRole('button', { name: 'Play Touched' }).tap()
    await expect(card.getByRole('button', { name: 'Pause Touched' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})
