import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist, toast } from './playlist-data.ts'
import { uniqueWord } from './search-data.ts'
import { test } from './test.ts'

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Tracks', exact: true }).getByRole('article')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name })
const player = (page: Page) => page.getByRole('region', { name: 'Player' })

test('library: likes and new tracks of followed artists are found, searched and played', async ({
  page,
  request,
}) => {
  const artist = await signedInUser(request, { displayName: 'Juno Vale' })
  const titles = ['Breakwater', 'Heat Shimmer', 'Lantern Room']
  const tracks = []
  for (const title of titles) tracks.push(await uploadTrack(request, { title, seconds: 20 }))

  await signedInUser(page.request)
  await page.request.post(`/api/users/${artist.id}/follow`, { data: {} })
  for (const { id } of tracks) await page.request.post(`/api/tracks/${id}/like`, { data: {} })
  const fresh = await uploadTrack(request, { title: 'Slack Water', seconds: 20 })

  const link = page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: /^Library/ })
  await test.step('likes', async () => {
    await page.goto('/upload')
    await expect(link).toHaveAccessibleName('Library (new tracks)')
    await link.click()
    await expect(page).toHaveTitle('Likes · Library · Soundpost')
    await expect(rows(page).getByRole('link', { name: /Breakwater|Heat|Lantern/ })).toHaveText(
      titles.toReversed(),
    )
    await expectAccessibleInBothThemes(page)
    await page.getByRole('searchbox', { name: 'Search in your likes' }).fill('shimmer')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search in your likes' }).fill('nothing like this')
    await expect(page.getByText('Nothing in your likes matches "nothing like this".')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search in your likes' }).fill('')
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Play all' }).click()
    await expect(player(page)).toContainText('Lantern Room')
    await player(page).getByRole('button', { name: 'Next' }).click()
    await expect(player(page)).toContainText('Heat Shimmer')
  })

  await test.step('new tracks of followed artists', async () => {
    // Each tab is a step in the browser's history; the dot goes when the tab is opened.
    await tab(page, 'Following').click()
    await expect(page).toHaveURL('/library/following')
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).first()).toContainText(fresh.title)
    await expect(link).toHaveAccessibleName('Library')
    await page.goBack()
    await expect(tab(page, 'Likes')).toHaveAttribute('aria-current', 'page')
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Library' })
      .click()
    await expect(page).toHaveURL('/library')
    await expect(rows(page)).toHaveCount(3)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', 390)
  })
})

test('library: a playlist can be saved, and the history is recorded, cleared and turned off', async ({
  page,
  request,
}) => {
  await signedInUser(request, { displayName: 'Elio Marchesi' })
  const track = await uploadTrack(request, { title: 'Plum Stone', seconds: 3 })
  const title = `Very slow Sundays ${uniqueWord()}`
  const playlist = await createPlaylist(request, { title, tracks: [track] })

  await signedInUser(page.request)
  await page.goto(`/playlist/${playlist.slug}`)
  await page.getByRole('button', { name: 'Save playlist' }).click()
  await expect(toast(page, 'Playlist saved')).toBeVisible()
  const recorded = page.waitForResponse('**/api/library/history')
  await page.getByRole('button', { name: 'Play all' }).click()
  expect((await recorded).status()).toBe(204)

  await page.getByRole('link', { name: /^Library/ }).click()
  await expect(page.getByRole('heading', { name: 'No likes yet' })).toBeVisible()
  await tab(page, 'Playlists').click()
  const card = page.getByRole('article').filter({ hasText: title })
  await expect(card).toContainText('1 track · Elio Marchesi')
  await tab(page, 'History').click()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expectAccessibleInBothThemes(page)

  const keep = page.getByRole('switch', { name: 'Keep history' })
  await expect(keep).toBeEnabled()
  await expect(keep).toBeChecked()
  await keep.focus()
  await page.keyboard.press('Space')
  await expect(keep).not.toBeChecked()
  await page.getByRole('button', { name: 'Clear history' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear history' }).click()
  await expect(page.getByText('Your history is off.')).toBeVisible()
  await page.reload()
  await expect(keep).not.toBeChecked()

  await tab(page, 'Playlists').click()
  await card.getByRole('link').click()
  await page.getByRole('button', { name: 'Saved, remove from your library' }).click()
  await expect(page.getByRole('button', { name: 'Save playlist' })).toBeVisible()
})
