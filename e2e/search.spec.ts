import { expect, type Route, test } from '@playwright/test'
import type { SearchResults } from '#contract/search.ts'
import { expectAccessible } from './accessible.ts'
import { activeCell, box, lines, newWord, panel, thingsCalled } from './search-data.ts'

const nothing: SearchResults = { tracks: [], users: [], playlists: [] }
const wordsOf = (route: Route) => new URL(route.request().url()).searchParams.get('q')

test('typing shows tracks, artists and playlists, and the keyboard goes through them', async ({
  page,
  request,
}) => {
  const word = newWord()
  const { artist, tracks } = await thingsCalled(word, request)
  await page.goto('/discover')
  await expect(page.locator('#root > main')).toBeVisible()
  await expect(box(page)).toHaveAttribute('placeholder', 'Search for artists, tracks, podcasts')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(word.toUpperCase())
  await expect(lines(page, 'Tracks')).toHaveCount(3)
  await expect(lines(page, 'Artists')).toHaveCount(1)
  await expect(lines(page, 'Playlists')).toHaveCount(3)
  await expect(lines(page, 'Tracks').first()).toContainText(`${word} Choir`)
  await expect(lines(page, 'Tracks').first().locator('img')).toBeVisible()
  await expect(lines(page, 'Artists').first()).toContainText(`@${artist.username}`)
  await expect(lines(page, 'Playlists').first()).toContainText(`1 track by ${word} Choir`)
  await expect(page.getByRole('search').getByRole('status')).toHaveText(
    '3 tracks, 1 artist, 3 playlists',
  )
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')

  const shown = await lines(page, 'Tracks').locator('strong').allTextContents()
  await page.keyboard.press('ArrowDown')
  expect(await activeCell(page)).toBe(shown[0])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  expect(await activeCell(page)).toBe(`Play ${shown[1]}`)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await activeCell(page)).toBeUndefined()
  await page.keyboard.press('ArrowUp')
  expect(await activeCell(page)).toContain('See all results')
  await page.keyboard.press('ArrowUp')
  expect(await activeCell(page)).toBe(
    await lines(page, 'Playlists').last().locator('strong').textContent(),
  )
  await expect(box(page)).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(box(page)).toHaveValue(word.toUpperCase())
  await page.keyboard.press('ArrowDown')
  await expect(panel(page)).toBeVisible()
  await page.getByRole('heading', { level: 2 }).first().click()
  await expect(panel(page)).toBeHidden()
  await box(page).click()
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(panel(page)).toBeHidden()

  await box(page).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const opened = tracks.find(({ title }) => title === shown[0])
  await expect(page).toHaveURL(`/track/${opened?.slug}`)
  await expect(panel(page)).toBeHidden()
  await expect(box(page)).toHaveValue('')
})

test('a track plays from the panel, which stays', async ({ page, request }) => {
  const word = newWord()
  await thingsCalled(word, request)
  await page.goto('/discover')
  await box(page).fill(word)
  const first = lines(page, 'Tracks').first()
  await first.getByRole('button', { name: /^Play/ }).click()
  const progress = page.getByRole('slider', { name: 'Progress' })
  await expect
    .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
    .toBeGreaterThan(0)
  await expect(panel(page)).toBeVisible()
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const second = await lines(page, 'Tracks').nth(1).locator('strong').textContent()
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(second ?? 'no title')
  await expect(first.getByRole('button', { name: /^Play/ })).toBeVisible()
})

test('results stay until the next are there, and a late answer to earlier words is ignored', async ({
  page,
  request,
}) => {
  const word = newWord()
  const other = newWord()
  await thingsCalled(word, request)
  await page.goto('/discover')
  await box(page).fill(word)
  await expect(lines(page, 'Tracks')).toHaveCount(3)

  const held = new Map<string | null, Route>()
  await page.route('**/api/search?*', (route) => {
    held.set(wordsOf(route), route)
  })
  const gone = page.waitForEvent('requestfailed', (failed) => failed.url().includes(`q=${other}`))
  await box(page).fill(other)
  await expect.poll(() => held.has(other)).toBe(true)
  await expect(lines(page, 'Tracks')).toHaveCount(3)
  await expect(panel(page)).toHaveAttribute('aria-busy', 'true')

  await box(page).fill(`${word} o`)
  await expect.poll(() => held.has(`${word} o`)).toBe(true)
  await gone
  await held
    .get(other)
    ?.fulfill({ json: nothing })
    .catch(() => {})
  await expect(lines(page, 'Tracks')).toHaveCount(3)
  await held.get(`${word} o`)?.continue()
  await expect(lines(page, 'Tracks')).toHaveText([new RegExp(`${word} One`)])
  await expect(panel(page)).toHaveAttribute('aria-busy', 'false')
})

test('the panel says that nothing was found, or that it could not look', async ({ page }) => {
  const word = newWord()
  await page.goto('/discover')
  await box(page).fill(word)
  await expect(panel(page)).toContainText(`No results for “${word}”`)
  await page.route('**/api/search?*', (route) => route.abort())
  await box(page).fill(`${word}x`)
  await expect(panel(page)).toContainText('Search failed. Please try again.')
  await page.unroute('**/api/search?*')
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page)).toContainText(`No results for “${word}x”`)
})

test('the page lists all that was found, and back and forward keep the words', async ({
  page,
  request,
}) => {
  const word = newWord()
  await thingsCalled(word, request)
  const answer = await page.goto('/search')
  expect(answer?.status()).toBe(200)
  expect(await answer?.text()).toContain('<meta name="robots" content="noindex">')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search')

  await box(page).fill(` ${word} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${word}`)
  await expect(page).toHaveTitle(`${word} · Search · Soundpost`)
  await expect(panel(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for “${word}”`)
  const part = (name: string) => page.getByRole('main').getByRole('region', { name })
  await expect(part('Tracks').getByRole('listitem')).toHaveCount(4)
  await expect(part('Artists').getByRole('listitem')).toHaveCount(1)
  await expect(part('Playlists').getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    '4 tracks, 1 artist, 3 playlists',
  )

  await box(page).fill(`${word} two`)
  await page.keyboard.press('Enter')
  await expect(part('Tracks').getByRole('listitem')).toHaveCount(1)
  await expect(box(page)).toHaveValue(`${word} two`)
  await page.goBack()
  await expect(box(page)).toHaveValue(word)
  await expect(part('Tracks').getByRole('listitem')).toHaveCount(4)
  await page.goForward()
  await expect(box(page)).toHaveValue(`${word} two`)
  await part('Tracks')
    .getByRole('button', { name: `Play ${word} Two` })
    .click()
  await expect(part('Tracks').getByRole('button', { name: `Pause ${word} Two` })).toBeVisible()
  await part('Tracks')
    .getByRole('button', { name: `Like ${word} Two` })
    .click()
  await expect(page.getByText('You need to sign in to like tracks.').first()).toBeVisible()
})

test('the page says that nothing was found, or that it could not look', async ({ page }) => {
  const word = newWord()
  await page.goto(`/search?q=${word}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`No results for “${word}”`)
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/search?q=${word}x`)
  await expect(page.getByText('Search failed. Please try again.')).toBeVisible()
  await page.unroute('**/api/search?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`No results for “${word}x”`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the toggle opens the box, and results fill the width', async ({ page, request }) => {
    const word = newWord()
    const { artist } = await thingsCalled(word, request)
    await page.goto('/discover')
    const toggle = page.getByRole('banner').getByRole('button', { name: 'Search' })
    await toggle.tap()
    await expect(box(page)).toHaveAttribute('placeholder', 'Search for artists, tracks...')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(word)
    await expect(lines(page, 'Tracks')).toHaveCount(3)
    expect((await panel(page).boundingBox())?.width).toBeGreaterThan(320)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(box(page)).toBeHidden()
    await expect(toggle).toBeFocused()

    await toggle.tap()
    await box(page).fill(word)
    await lines(page, 'Artists').first().getByRole('link').tap()
    await expect(page).toHaveURL(`/profile/${artist.id}`)
    await expect(box(page)).toBeHidden()

    await toggle.tap()
    await box(page).fill(word)
    await box(page).press('Enter')
    await expect(page).toHaveURL(`/search?q=${word}`)
    await expect(box(page)).toBeHidden()
    await toggle.tap()
    await expect(box(page)).toHaveValue(word)
  })
})

for (const colorScheme of ['dark', 'light'] as const)
  for (const width of [1440, 390])
    test.describe(`in ${colorScheme} at ${width}`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' })

      test('panel and page are accessible', async ({ page, request }) => {
        const word = newWord()
        await thingsCalled(word, request)
        await page.goto(`/search?q=${word}`)
        await expect(page.getByRole('heading', { name: 'Playlists' })).toBeVisible()
        await expectAccessible(page)
        if (width < 500) await page.getByRole('button', { name: 'Search', exact: true }).click()
        await box(page).fill(`${word} o`)
        await expect(lines(page, 'Tracks')).toHaveCount(1)
        await page.keyboard.press('ArrowDown')
        await expectAccessible(page)
        await page.goto(`/search?q=${word}none`)
        await expect(page.getByRole('heading', { level: 1 })).toContainText('No results')
        await expectAccessible(page)
      })
    })
