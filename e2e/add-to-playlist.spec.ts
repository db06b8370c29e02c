import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist, savedOrder, toast } from './playlist-data.ts'
import { test } from './test.ts'

test('add to playlist: the dialog adds a track to an existing playlist or a new one', async ({
  page,
}) => {
  const owner = await signedInUser(page.request)
  // Unique, so that its card can be found among those of other tests.
  const title = `Ferry ${owner.id.slice(0, 8)}`
  const track = await uploadTrack(page.request, { title, seconds: 2 })
  const dialog = page.getByRole('dialog')
  const button = page
    .getByRole('region', { name: 'Most Recent' })
    .getByRole('button', { name: `Add ${title} to playlist` })
  const list = dialog.getByRole('list', { name: 'Your playlists' })
  await page.goto('/')

  await test.step('a new playlist', async () => {
    await button.click()
    await expect(dialog).toHaveAccessibleName('Create new')
    const field = dialog.getByLabel('Title')
    await expect(field).toBeFocused()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog).toHaveAccessibleName('Add to playlist')
    await expect(dialog.getByText('You have no playlists yet.')).toBeVisible()
    const createNew = dialog.getByRole('button', { name: 'Create new' })
    await expect(createNew).toBeFocused()
    await createNew.press('Enter')
    await field.press('Enter')
    await expect(dialog.getByText('Playlist title is required')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await field.fill('Late Bus')
    await dialog.getByLabel('Description').fill('Top deck.')
    await dialog.getByRole('button', { name: 'Create & add' }).click()
    await expect(toast(page, 'Playlist created')).toContainText(
      'New playlist created and track added successfully.',
    )
    await expect(dialog).toHaveCount(0)
    const mine = await (await page.request.get(`/api/users/${owner.id}/playlists`)).json()
    expect(mine).toMatchObject([{ title: 'Late Bus', trackCount: 1 }])
    const playlist = await (await page.request.get(`/api/playlists/${mine[0].id}`)).json()
    expect(playlist.description).toBe('Top deck.')
  })

  // In another tab.
  const rain = await createPlaylist(page.request, { title: 'Rain on a Tin Roof' })
  await test.step('an existing playlist, with the keyboard', async () => {
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/users/${owner.id}/playlists?*`, async (route) => {
      await held.promise
      await route.continue()
    })
    await button.press('Enter')
    await expect(dialog.getByText(`${title} by Ines Calder`)).toBeVisible()
    held.resolve()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeFocused()
    await expect(list.getByRole('button')).toHaveCount(2)
    await expect(list).toHaveCSS('max-height', '256px')
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Added to playlist')).toContainText(
      'Track was added to the playlist successfully.',
    )
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
    expect(await savedOrder(page.request, rain.id)).toEqual([title])
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await button.click()
    await expect(
      dialog.getByRole('button', { name: 'Rain on a Tin Roof 1 track · Added' }),
    ).toBeVisible()
    // The dialog slides in.
    await expect
      .poll(async () => {
        const box = await dialog.boundingBox()
        return box && { x: box.x, width: box.width, bottom: Math.round(box.y + box.height) }
      })
      .toEqual({ x: 12, width: 366, bottom: 832 })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('on the track page', async () => {
    await page
      .getByRole('region', { name: 'Most Recent' })
      .getByRole('link', { name: title })
      .click()
    await expect(page).toHaveURL(`/track/${track.slug}`)
    await page.getByRole('button', { name: 'Add to playlist' }).click()
    await expect(list).toBeVisible()
    await expect(list).toHaveCSS('max-height', '240px')
  })
})
