import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { openDashboard, searchFor, signedInAdministrator } from './admin-page.ts'
import { signedInUser, type TrackOverrides, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'
import { test } from './test.ts'

const unique = (word: string) => `${word} ${randomUUID()}`

test.beforeEach(({ page }) => signedInAdministrator(page.request).then(() => undefined))

/** Uploads a track as a new user with a unique name. */
async function trackOfOtherUser(request: Page['request'], overrides: TrackOverrides = {}) {
  const uploader = await signedInUser(request, { displayName: unique('Low Tide Choir') })
  const title = unique('Ferry')
  return { uploader, track: await uploadTrack(request, { title, seconds: 1, ...overrides }) }
}

test('admin content: an administrator finds, edits and deletes a track', async ({
  page,
  request,
}) => {
  const { uploader, track } = await trackOfOtherUser(request, { privacy: 'private', genre: 'jazz' })
  await page.request.post(`/api/tracks/${track.id}/like`)
  await page.request.post(`/api/tracks/${track.id}/play`)
  await test.step('find a track', async () => {
    await openDashboard(page)
    for (const query of [track.title.toUpperCase(), uploader.displayName?.slice(4) ?? '']) {
      const row = await searchFor(page, query)
      await expect(row).toContainText(`${track.title}by ${uploader.displayName}`)
      await expect(row).toContainText('1plays')
      await expect(row).toContainText('1likes')
      await expect(row.getByText('private', { exact: true })).toBeVisible()
      await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
    }
    const row = await searchFor(page, track.title)
    await row.getByRole('button', { name: `Play ${track.title}` }).click()
    await expect(page.getByRole('region', { name: 'Player' })).toContainText(track.title)
    await expect(row.getByRole('link', { name: uploader.displayName ?? '' })).toHaveAttribute(
      'href',
      `/profile/${uploader.id}`,
    )
    await row.getByRole('link', { name: track.title }).click()
    await expect(page).toHaveURL(`/track/${track.slug}`)
    await page.goBack()
    await page.getByRole('main').getByRole('searchbox').fill(unique('nothing'))
    await expect(page.getByText('No tracks found')).toBeVisible()
  })

  const row = await searchFor(page, track.title)
  const edit = row.getByRole('button', { name: `Edit ${track.title}` })
  const dialog = page.getByRole('dialog', { name: 'Edit Track' })
  await test.step('closing the dialog discards edits and artwork', async () => {
    for (const close of [
      async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Discard' }).click()
      },
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await edit.click()
      await dialog.getByLabel('Title').fill('Never said')
      await dialog.getByLabel(/^Album Artwork/).setInputFiles(await createImage())
      await expect(dialog.getByRole('button', { name: 'Remove sleeve.png' })).toBeVisible()
      await close()
      await expect(edit).toBeFocused()
    }
    await edit.click()
    await expect(dialog.getByLabel('Title')).toHaveValue(track.title)
    await expect(dialog.getByText('sleeve.png')).toHaveCount(0)
    const sent = page.waitForRequest((call) => call.method() === 'PUT')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    expect((await sent).postDataJSON()).not.toHaveProperty('artworkUrl')
    await expect(toast(page, 'Track updated!')).toBeVisible()
  })

  const renamed = unique('Renamed')
  await test.step('edit the track with the keyboard only', async () => {
    await page.getByRole('main').getByRole('searchbox').focus()
    // Sort, show, export, select, play, track, uploader, edit.
    for (let i = 0; i < 8; i++) await page.keyboard.press('Tab')
    await expect(edit).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(dialog.getByText(`Update track information for "${track.title}"`)).toBeVisible()
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await expect(dialog.getByLabel('Genre')).toHaveValue('jazz')
    await expect(dialog.getByLabel('Genre').getByRole('option')).toHaveCount(31)
    await expectAccessible(page)
    await dialog.getByLabel('Title').fill('  ')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Title is required')).toBeVisible()

    await dialog.getByLabel('Title').fill(renamed)
    await dialog.getByLabel('Artist').fill('The Choir')
    await dialog.getByLabel('Genre').selectOption('ambient')
    await dialog.getByLabel('Description').fill('Slow water.')
    await dialog.getByLabel(/^Album Artwork/).setInputFiles(await createImage())
    await expect(dialog.getByRole('button', { name: 'Remove sleeve.png' })).toBeVisible()
    const held = Promise.withResolvers<void>()
    const sent: unknown[] = []
    await page.route(`**/api/tracks/${track.id}`, async (route) => {
      sent.push(route.request().postDataJSON())
      await held.promise
      await route.continue()
    })
    await dialog.getByLabel('Title').press('Enter')
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    held.resolve()
    await expect(toast(page, 'Track updated!')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(sent).toEqual([
      {
        id: track.id,
        title: renamed,
        artist: 'The Choir',
        genre: 'ambient',
        description: 'Slow water.',
        artworkUrl: expect.stringMatching(/^\/objects\//),
      },
    ])
    const list = page.getByRole('region', { name: 'Tracks' })
    await expect(list.getByRole('button', { name: `Edit ${renamed}` })).toBeFocused()
    await expect(list.locator('img')).toHaveAttribute('src', /artwork\?w=96&v=/)
    const savedTrack = await (await page.request.get(`/api/tracks/slug/${track.id}`)).json()
    expect(savedTrack).toMatchObject({ title: renamed, genre: 'ambient', slug: track.slug })
  })

  await test.step('a track is deleted after confirmation', async () => {
    const remove = row.getByRole('button', { name: `Delete ${renamed}` })
    await remove.click()
    const confirmation = page.getByRole('alertdialog', { name: 'Delete Track' })
    await expect(confirmation).toContainText(
      `Are you sure you want to delete "${renamed}"? This action cannot be undone and will remove the track and all associated likes and comments.`,
    )
    await expectAccessible(page)
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await expect(remove).toBeFocused()
    await remove.click()
    const heldDeletion = Promise.withResolvers<void>()
    await page.unroute(`**/api/tracks/${track.id}`)
    await page.route(`**/api/tracks/${track.id}`, async (route) => {
      await heldDeletion.promise
      await route.continue()
    })
    await confirmation.getByRole('button', { name: 'Delete Track' }).click()
    await expect(confirmation.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
    heldDeletion.resolve()
    await expect(toast(page, 'Track deleted!')).toBeVisible()
    await expect(page.getByText('No tracks found')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tracks' })).toBeFocused()
    expect((await page.request.get(`/api/tracks/slug/${track.id}`)).status()).toBe(404)
    expect((await page.request.get(`/api/tracks/${track.id}/audio`)).status()).toBe(404)
  })
})

async function createImage() {
  const color = { r: 200, g: 120, b: 40 }
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
  return { name: 'sleeve.png', mimeType: 'image/png', buffer: await image.png().toBuffer() }
}
