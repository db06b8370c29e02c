import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { mockTrack } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { section, showOnly, tracksOf } from './discover-data.ts'
import { createPlaylist } from './playlist-data.ts'
import { uniqueWord } from './search-data.ts'

/** Mocks a section with `count` tracks; the server's own tests cover its responses. */
async function mockSection(page: Page, count: number): Promise<void> {
  await page.route('**/api/discover/trending?*', async (route) => {
    const url = new URL(route.request().url())
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const end = Math.min(count, from + Number(url.searchParams.get('limit')))
    url.searchParams.set('cursor', String(end))
    const link = `<${url.pathname}${url.search}>; rel="next"`
    const json = Array.from({ length: end - from }, (_, n) => mockTrack(from + n, 'Track'))
    await route.fulfill({ json, headers: end < count ? { link } : {} })
  })
}

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Tracks', exact: true }).getByRole('listitem')

test('browsing: every section of the home page leads to all its tracks, and genres and playlists follow below', async ({
  page,
  request,
}) => {
  const tracks = await tracksOf(request, ['One of many', 'Another one', 'A third one'])
  const title = `Just collected ${uniqueWord()}`
  await createPlaylist(request, { title, tracks })
  await showOnly(page, {
    curated: tracks,
    recent: tracks,
    trending: tracks,
    genres: [{ genre: 'r&b', tracks }],
  })
  await page.goto('/discover')
  await expect(
    section(page, 'Browse by genre').getByRole('link', { name: /^Other/ }),
  ).toHaveAttribute('href', '/genre/other')
  await expect(section(page, 'New playlists').getByRole('link', { name: title })).toBeVisible()
  for (const [name, href] of [
    ['Curated for your taste', '/discover/curated'],
    ['Most Recent', '/discover/recent'],
    ['Trending Now', '/discover/trending'],
    ['R&B', '/genre/r%26b'],
  ] as const)
    await expect(
      section(page, name).getByRole('link', { name: `See all ${name}` }),
    ).toHaveAttribute('href', href)
  await page.getByRole('link', { name: 'See all Most Recent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Most Recent' })).toBeFocused()
  await expect(page).toHaveTitle('Most Recent · Soundpost')
  await expect(rows(page).getByRole('link', { name: 'A third one' }).first()).toBeVisible()
  await page.goBack()
  await expect(section(page, 'Most Recent')).toBeVisible()
})

test('browsing: a long list loads while scrolling, renders only what is visible, and can be loaded by button', async ({
  page,
}) => {
  await mockSection(page, 400)
  await page.goto('/discover/trending')
  await expect(rows(page)).toHaveCount(50)
  // Each page is loaded when the end comes near.
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(page.getByRole('link', { name: 'Track 399' })).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await rows(page).count()).toBeLessThan(60)
  await expect(rows(page).last()).toHaveAttribute('aria-setsize', '400')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  let fails = true
  await page.route('**/api/discover/trending?*cursor*', (route) =>
    fails ? route.fulfill({ status: 503, json: { message: 'Down' } }) : route.fallback(),
  )
  await page.goto('/discover/trending')
  await expect(rows(page)).toHaveCount(50)
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(page.getByText('More could not be loaded.')).toBeVisible({ timeout: 500 })
  }).toPass()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).getByRole('link', { name: 'Track 60', exact: true })).toBeVisible()
})

test('browsing: the genre of a track leads to its page, which is accessible and fits in both themes and on a phone', async ({
  page,
  request,
}) => {
  await signedInUser(request, { displayName: 'Velvet Radiator' })
  const track = await uploadTrack(request, { title: `Slow burn ${uniqueWord()}`, genre: 'r&b' })
  await signedInUser(page.request)
  await page.goto(`/track/${track.slug}`)
  await page.getByRole('main').getByRole('link', { name: 'R&B', exact: true }).click()
  await expect(page).toHaveURL('/genre/r%26b')
  await expect(page.getByRole('heading', { level: 1, name: 'R&B' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Genres' }).locator('[aria-current]'),
  ).toContainText('R&B')
  await expect(page.getByText('Most played first')).toBeVisible()
  const row = rows(page).filter({ hasText: track.title })
  // Every row would say the same.
  await expect(row.getByText('R&B')).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'Velvet Radiator' })).toHaveAttribute(
    'href',
    `/profile/${track.userId}`,
  )
  for (const [width, theme] of [
    [1440, 'dark'],
    [390, 'light'],
    [320, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await expectAccessible(page)
  }
})

test('browsing: an unknown genre or section is not found', async ({ page }) => {
  expect((await page.goto('/genre/nowhere'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genre not found')
  expect((await page.goto('/discover/best'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
})
