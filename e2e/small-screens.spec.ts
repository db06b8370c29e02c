import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInAdministrator } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist } from './playlist-data.ts'
import { searchBox, uniqueWord } from './search-data.ts'
import { test } from './test.ts'
import { openTrack, trackOf } from './track-page.ts'

/** Covers the pages whose own specs use a wide viewport. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })

test('small screens: track and playlist pages fit and are accessible in both themes', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, {
    title: 'Carried along',
    artist: 'The Guest Band',
    studio: 'Kiln Records',
    tags: ['field recording', 'r&b'],
    description: 'Tour dates:\nhttps://guest.example/tour?y=2026&x=1.',
  })
  const tracks = [track, await uploadTrack(request, { title: 'In the other pocket' })]
  const title = `Pockets ${uniqueWord()}`
  const playlist = await createPlaylist(request, { title, tracks })
  const expectNoOverflow = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await openTrack(page, track)
  await expect(page.getByRole('heading', { name: 'More from this artist' })).toBeVisible()
  await expectNoOverflow()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  await searchBox(page).fill(title)
  await searchBox(page).press('Enter')
  await page.getByRole('main').getByRole('link', { name: title }).first().tap()
  await expect(page).toHaveURL(`/playlist/${playlist.slug}`)
  await expect(page.getByRole('region', { name: 'Tracks' }).getByRole('listitem')).toHaveCount(2)
  await expectNoOverflow()
  await expectAccessibleInBothThemes(page)
})

/** Nothing is wider than the screen, and every button can be tapped; rows that scroll sideways have more of them. */
async function expectInside(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(390)
  const outside = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => !button.closest('[aria-roledescription="carousel"], [role="tablist"]'))
        .filter((button) => button.getBoundingClientRect().right > innerWidth)
        .map((button) => button.ariaLabel ?? button.textContent),
    )
  expect(outside, page.url()).toEqual([])
}

test('small screens: a title of 160 characters widens no page and no list of the dashboard', async ({
  page,
  request,
}) => {
  const title = `${Date.now()}`.padEnd(160, 'wiederholung')
  const track = await trackOf(request, { title })
  const playlist = await createPlaylist(request, { title, tracks: [track] })
  await signedInUser(page.request)
  const data = { kind: 'track', id: track.id, reason: 'spam', text: title }
  expect((await page.request.post('/api/reports', { data })).status()).toBe(201)
  for (const path of [
    `/track/${track.slug}`,
    `/playlist/${playlist.slug}`,
    `/profile/${track.userId}`,
    `/search?q=${title}`,
    '/discover/recent',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(title).first()).toBeVisible()
    await expectInside(page)
  }
  await page.context().clearCookies()
  await signedInAdministrator(page.request)
  for (const path of ['/letmein?tab=content', '/letmein/reports']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(title).first()).toBeVisible()
    await expectInside(page)
    const moderation = page.getByRole('navigation', { name: 'Moderation' }).getByRole('link')
    for (const link of await moderation.all()) await expect(link).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('region', { name: 'Reports' }).getByRole('button', { name: title }).tap()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await expectInside(page)
})
