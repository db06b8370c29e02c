import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { ownerWithPlaylist, savedOrder, titles, toast, visibleOrder } from './playlist-data.ts'
import { test } from './test.ts'

const png = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#c5303f' } })
    .png()
    .toBuffer()
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Change cover' }).click()
  await (await chooser).setFiles(file)
}

test('playlist edit dialog: it saves changes, stays open after a failure and restores drafts', async ({
  page,
  request,
  context,
}) => {
  const { playlist, owner } = await ownerWithPlaylist(page.request)
  await page.goto(`/playlist/${playlist.slug}`)
  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Edit playlist' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expectAccessible(page)
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  const failWith = (status: number, body: string) =>
    page.route(`**/api/playlists/${playlist.id}`, (route) => route.fulfill({ status, body }))
  await test.step('a failed save is reported', async () => {
    await failWith(409, '{"message":"The playlist has changed meanwhile."}')
    await save.click()
    await expect(toast(page, 'Failed to update playlist')).toContainText(
      'The playlist has changed meanwhile.',
    )
    await failWith(502, 'Bad gateway')
    await save.click()
    await expect(toast(page, 'Failed to update playlist')).toContainText(
      'Something went wrong. Please try again.',
    )
    // Clicking a toast does not close the dialog.
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(dialog).toBeVisible()
    await page.unroute(`**/api/playlists/${playlist.id}`)
  })

  await test.step('save', async () => {
    await dialog.getByLabel('Title').fill('   ')
    await save.click()
    await expect(dialog.getByText('Playlist title is required')).toBeVisible()
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await dialog.getByLabel('Title').fill('Rain, again')
    await dialog.getByLabel('Description').fill('In another room.')
    await dialog.getByLabel('Privacy').selectOption('private')
    await save.click()
    await expect(toast(page, 'Playlist updated')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain, again')
    await expect(page.getByText('In another room.')).toBeVisible()
    await expect(page.getByText('Private', { exact: true })).toBeVisible()
    expect((await request.get(`/api/playlists/${playlist.id}`)).status()).toBe(404)
  })

  await test.step('a draft is restored after signing in again', async () => {
    await edit.click()
    await page.getByLabel('Title').fill('Typed before')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByLabel('Email').fill(owner.email ?? '')
    await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`/playlist/${playlist.slug}`)
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Typed before')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed before')
    await page.getByRole('main').getByRole('link', { name: 'Ines Calder' }).first().click()
    await expect(page).toHaveURL(`/profile/${owner.id}`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed before')
    await expect(edit).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('playlist page: its owner replaces the cover, removes a track and deletes the playlist', async ({
  page,
}) => {
  const { playlist, owner, tracks } = await ownerWithPlaylist(page.request)
  await page.goto(`/playlist/${playlist.slug}`)
  await expect(page.getByRole('button', { name: /^More about/ })).toBeVisible()
  await test.step('replace the cover', async () => {
    const large = { name: 'rain.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) }
    await choose(page, large)
    await expect(toast(page, 'Failed to update cover')).toContainText(
      'File size must be less than 5MB',
    )
    await choose(page, {
      name: 'rain.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    })
    await expect(toast(page, 'Failed to update cover')).toContainText(
      'Please select a valid image file',
    )
    // The server checks the bytes.
    await choose(page, { name: 'rain.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
    await expect(toast(page, 'Failed to update cover')).toContainText(
      'Could not update cover. Please try again.',
    )

    const calls: string[] = []
    page.on('request', (call) => {
      if (call.method() !== 'GET') calls.push(`${call.method()} ${new URL(call.url()).pathname}`)
    })
    await choose(page, { name: 'rain.png', mimeType: 'image/png', buffer: await png() })
    await expect(toast(page, 'Cover updated')).toBeVisible()
    expect(calls).toEqual([
      'POST /api/objects/upload',
      expect.stringMatching(/^PUT \/(?!api\/(playlists|tracks))/),
      'PUT /api/playlists/cover',
      `PUT /api/playlists/${playlist.id}`,
    ])
    const cover = page.getByRole('main').locator('img').first()
    await expect(cover).toHaveAttribute('src', /cover\?w=384&v=/)
    await expect(cover).toHaveJSProperty('complete', true)
    await expect(cover).not.toHaveJSProperty('naturalWidth', 0)
  })

  await test.step('remove a track', async () => {
    const remove = page.getByRole('button', { name: 'Remove Nocturne from playlist' })
    await remove.click()
    const confirmation = page.getByRole('alertdialog', { name: 'Remove track' })
    await expect(confirmation).toContainText('"Nocturne"')
    await expectAccessible(page)
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await expect(remove).toBeFocused()
    expect(await savedOrder(page.request, playlist.id)).toEqual([...titles])
    await page.route('**/tracks/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500 }) : route.continue(),
    )
    await remove.click()
    await confirmation.getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Failed to remove track')).toBeVisible()
    expect(await visibleOrder(page)).toEqual([...titles])
    await page.unroute('**/tracks/*')
    await remove.click()
    await confirmation.getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Track removed')).toBeVisible()
    const left = ['Northbound', 'Winter Coat', 'Copper Wire']
    expect(await visibleOrder(page)).toEqual(left)
    expect(await savedOrder(page.request, playlist.id)).toEqual(left)
    await expect(page.getByText('3 tracks')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tracks' })).toBeFocused()
  })

  await test.step('delete the playlist', async () => {
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Delete playlist' }).click()
    const deletion = page.getByRole('alertdialog', { name: 'Delete playlist' })
    await expect(deletion).toContainText('Are you sure you want to delete "Rain"?')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^More about/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete playlist' }).click()
    await deletion.getByRole('button', { name: 'Delete playlist' }).click()
    await expect(toast(page, 'Playlist deleted')).toBeVisible()
    await expect(page).toHaveURL(`/profile/${owner.id}`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Playlist not found')
    await expectAccessibleInBothThemes(page)
    expect((await page.request.get(`/api/tracks/slug/${tracks[0]?.slug}`)).status()).toBe(200)
  })
})
