import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist } from './playlist-data.ts'
import { test } from './test.ts'

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: /^Notifications/ })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

test('notifications: the bell counts them, opening the list marks them as read, settings turn them off', async ({
  page,
  request,
}) => {
  const artist = await signedInUser(page.request, { displayName: 'Juno Vale' })
  const track = await uploadTrack(page.request, { title: 'Night Market' })
  const playlist = await createPlaylist(page.request, { title: 'Harbor Nights' })
  const react = async (path: string) => expect(await request.post(path, { data: {} })).toBeOK()
  for (const displayName of ['Tom Reed', 'Ada Byrne', 'Nara Bell']) {
    await signedInUser(request, { displayName })
    await react(`/api/tracks/${track.id}/like`)
  }
  await react(`/api/users/${artist.id}/follow`)
  await expect(await request.put(`/api/library/playlists/${playlist.id}`)).toBeOK()

  await test.step('nothing is read before the list is opened', async () => {
    await page.goto('/upload')
    await expect(bell(page)).toHaveAccessibleName('Notifications 3 unread')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', {
      name: 'Notifications 3 unread',
    })
    await expect(entry).toBeVisible()
    await entry.click()
    await expect(page).toHaveTitle('Notifications · Soundpost')
  })

  await test.step('the list', async () => {
    await expect(page.getByRole('region', { name: 'Today' })).toBeVisible()
    await expect(rows(page)).toHaveText([
      /Unread: Nara Bell saved the playlist Harbor Nights/,
      /Unread: Nara Bell followed you/,
      /Unread: Nara Bell and 2 others liked Night Market/,
    ])
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await page.reload()
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByText('Unread')).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Night Market' }).click()
    await expect(page).toHaveURL(new RegExp(`/track/${track.slug}$`))
  })

  await test.step('settings', async () => {
    await bell(page).click()
    await page.getByRole('main').getByRole('link', { name: 'Settings of notifications' }).click()
    const section = page.getByRole('region', { name: 'Notifications' })
    const likes = section.getByRole('switch', { name: 'Likes' })
    await expect(likes).toBeChecked()
    // Until the settings are loaded, it cannot be pressed.
    await expect(likes).toBeEnabled()
    await likes.press('Space')
    await expect(likes).not.toBeChecked()
    await bell(page).click()
    await expect(rows(page)).toHaveCount(2)
  })
})
