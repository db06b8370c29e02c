import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist, savedOrder, toast } from './playlist-data.ts'

/** Uploads a track with a unique title, so that its card can be found among those of other tests. */
async function uploadUniqueTrack(page: Page) {
  const owner = await signedInUser(page.request)
  const title = `Ferry ${owner.id.slice(0, 8)}`
  const track = await uploadTrack(page.request, { title, seconds: 2 })
  return { owner, track }
}

async function openFromCard(page: Page, title: string) {
  await page.goto('/')
  const button = page
    .getByRole('region', { name: 'Most Recent' })
    .getByRole('button', { name: `Add ${title} to playlist` })
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return { button, dialog }
}

test('add to playlist: the dialog adds the track to an existing playlist, is accessible in both themes, marks playlists that have the track, and stays open when adding fails', async ({
  page,
}) => {
  const { owner, track } = await uploadUniqueTrack(page)
  const rain = await createPlaylist(page.request, { title: 'Rain on a Tin Roof' })
  const late = await createPlaylist(page.request, { title: 'Late Bus' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/api/users/${owner.id}/playlists?*`, async (route) => {
    await held
    await route.continue()
  })
  const { button, dialog } = await openFromCard(page, track.title)
  await expect(dialog).toHaveAccessibleName('Add to playlist')
  await expect(dialog.getByText(`${track.title} by Ines Calder`)).toBeVisible()
  await expect(dialog.getByLabel('Loading playlists').locator('> div')).toHaveCount(3)
  release()
  const list = dialog.getByRole('list', { name: 'Your playlists' })
  await expect(list.getByRole('button')).toHaveCount(2)
  await expect(list).toHaveCSS('max-height', '256px')
  await expectAccessibleInBothThemes(page)
  await list.getByRole('button', { name: 'Rain on a Tin Roof' }).click()
  await expect(toast(page, 'Added to playlist')).toContainText(
    'Track was added to the playlist successfully.',
  )
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  expect(await savedOrder(page.request, rain.id)).toEqual([track.title])

  await button.click()
  await dialog.getByRole('button', { name: 'Rain on a Tin Roof 1 track · Added' }).click()
  await expect(toast(page, 'Already in "Rain on a Tin Roof"')).toBeVisible()
  await expect(toast(page, 'Failed to add')).toHaveCount(0)
  await page.route('**/api/playlists/*/tracks', (route) => route.fulfill({ status: 500 }))
  await dialog.getByRole('button', { name: 'Late Bus 0 tracks' }).click()
  await expect(toast(page, 'Failed to add')).toContainText(
    'Could not add track to playlist. Please try again.',
  )
  await expect(dialog).toBeVisible()
  await page.unroute('**/api/playlists/*/tracks')
  // Added in another tab meanwhile.
  const data = { trackId: track.id }
  await page.request.post(`/api/playlists/${late.id}/tracks`, { data })
  await dialog.getByRole('button', { name: 'Late Bus 0 tracks' }).click()
  await expect(toast(page, 'Already in "Late Bus"')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Late Bus 1 track · Added' })).toBeVisible()
})

test('add to playlist: the dialog creates a new playlist that contains the track; a failed creation is reported, and the new playlist is listed if only adding failed', async ({
  page,
}) => {
  const { track, owner } = await uploadUniqueTrack(page)
  const { button, dialog } = await openFromCard(page, track.title)
  await expect(dialog.getByText('You have no playlists yet.')).toBeVisible()
  const createNew = dialog.getByRole('button', { name: 'Create new' })
  await createNew.click()
  const title = dialog.getByLabel('Title')
  await expect(title).toBeFocused()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(createNew).toBeFocused()
  await createNew.press('Enter')
  await title.press('Enter')
  await expect(dialog.getByText('Playlist title is required')).toBeVisible()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await title.fill('Late Bus')
  await page.route('**/api/playlists', (route) => route.fulfill({ status: 500 }))
  await dialog.getByRole('button', { name: 'Create & add' }).click()
  await expect(toast(page, 'Failed to create')).toContainText(
    'Could not create playlist. Please try again.',
  )
  await page.unroute('**/api/playlists')
  await dialog.getByLabel('Description').fill('Top deck.')
  await dialog.getByRole('button', { name: 'Create & add' }).click()
  await expect(toast(page, 'Playlist created')).toContainText(
    'New playlist created and track added successfully.',
  )
  await expect(dialog).toHaveCount(0)

  const mine = await (await page.request.get(`/api/users/${owner.id}/playlists`)).json()
  expect(mine).toMatchObject([{ title: 'Late Bus', description: 'Top deck.', trackCount: 1 }])

  await button.click()
  await createNew.click()
  await title.fill('Night Bus')
  await page.route('**/api/playlists/*/tracks', (route) => route.fulfill({ status: 500 }))
  await dialog.getByRole('button', { name: 'Create & add' }).click()
  await expect(toast(page, 'Failed to add')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Night Bus 0 tracks' })).toBeVisible()
})

test('add to playlist: the dialog works with the keyboard only, and on the track page its list is 240 pixels high', async ({
  page,
}) => {
  const { track } = await uploadUniqueTrack(page)
  const { id } = await createPlaylist(page.request, { title: 'Rain' })
  await page.goto('/')
  const button = page
    .getByRole('region', { name: 'Most Recent' })
    .getByRole('button', { name: `Add ${track.title} to playlist` })
  await button.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Rain 0 tracks' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Added to playlist')).toBeVisible()
  expect(await savedOrder(page.request, id)).toEqual([track.title])

  await page.goto(`/track/${track.slug}`)
  await page.getByRole('button', { name: 'Add to playlist' }).click()
  const list = page.getByRole('list', { name: 'Your playlists' })
  await expect(list).toBeVisible()
  await expect(list).toHaveCSS('max-height', '240px')
})

test.describe('add to playlist on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('add to playlist: on a phone the dialog is at the bottom of the screen', async ({
    page,
  }) => {
    const { track } = await uploadUniqueTrack(page)
    const { dialog } = await openFromCard(page, track.title)
    // The dialog slides in.
    await expect
      .poll(async () => {
        const box = await dialog.boundingBox()
        return box && { x: box.x, width: box.width, bottom: Math.round(box.y + box.height) }
      })
      .toEqual({ x: 12, width: 366, bottom: 832 })
    await expectAccessible(page)
  })
})
