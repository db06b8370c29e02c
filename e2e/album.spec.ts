import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { AudioFormat } from '#server/platform/media/audio-formats.ts'
import { retag } from '#server/testing/retag.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser } from './data.ts'
import { createPlaylist, ownerWithPlaylist, visibleOrder } from './playlist-data.ts'
import { test } from './test.ts'

test('album page: a visitor reads about the album, plays it and opens it from one of its tracks', async ({
  page,
}) => {
  const { playlist, tracks } = await ownerWithPlaylist(page.request, {
    type: 'album',
    title: 'Thaw',
    label: 'Harbor Tapes',
    releaseDate: '2026-11-04',
    copyright: '℗ 2026 Harbor Tapes',
  })
  await createPlaylist(page.request, { type: 'single', title: 'Coda' })
  await page.context().clearCookies()
  await page.goto(`/playlist/${playlist.slug}`)
  await expect(page).toHaveURL(`/album/${playlist.slug}`)
  await expect(page.getByText('Album · 2026')).toBeVisible()
  await expect(page.getByRole('region', { name: 'About this album' })).toContainText('Nov 4, 2026')
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(
    page.getByRole('button', { name: `Pause ${tracks[0]?.title}` }).first(),
  ).toBeVisible()

  await page.getByRole('link', { name: tracks[1]?.title ?? '' }).click()
  const album = page.getByRole('link', { name: 'From the album Thaw' })
  await expect(album).toContainText('Track 2')
  await album.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thaw')
})

const kinds: AudioFormat[] = ['mp3', 'flac', 'm4a']
const titleOf = (disc: number, number: number) => `Movement ${disc}.${number}`
const titles = [1, 2].flatMap((disc) => [1, 2, 3, 4, 5, 6].map((n) => titleOf(disc, n)))

/** Two discs of six tracks in several formats, whose file names are in another order, with a cover and a text. */
async function createAlbumFolder(folder: string): Promise<void> {
  for (const disc of [1, 2])
    for (let number = 1; number <= 6; number += 1) {
      const format = kinds[number % kinds.length] ?? 'mp3'
      const original = fixture(`tone.${format}`)
      const bytes = await retag(format, original, {
        title: titleOf(disc, number),
        artist: 'Juno Vale',
        album: 'The Long Thaw',
        albumArtist: 'Juno Vale',
        track: { number, total: 6 },
        disc: { number: disc, total: 2 },
        date: '2026-11-04',
        covers: [],
      })
      const name = `${String.fromCharCode(110 - number)}.${format}`
      await mkdir(path.join(folder, `CD ${disc}`), { recursive: true })
      await writeFile(path.join(folder, `CD ${disc}`, name), bytes)
    }
  await writeFile(path.join(folder, 'cover.jpg'), await createImage({ format: 'jpeg' }))
  await writeFile(path.join(folder, 'notes.txt'), 'Thank you.')
}

/** A real drop: a script could not make a folder. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const zone = await page.locator('label[data-state]').boundingBox()
  if (!zone) throw new Error('There is no drop zone.')
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x: zone.x + 20, y: zone.y + 20, data })
}

test('bulk upload: a dropped folder becomes an album in order, and a file that failed takes its place', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('The Long Thaw')
  await createAlbumFolder(folder)
  const user = await signedInUser(page.request)
  await page.goto('/upload')
  await page.getByRole('button', { name: 'Multiple Tracks' }).click()
  await dropFolder(page, folder)
  await expect(page.getByText('Filled in from the files.', { exact: true })).toBeVisible()
  await expect(page.getByText('Skipped notes.txt: not an audio file.')).toBeVisible()
  await expect(page.getByLabel('Album title')).toHaveValue('The Long Thaw')
  await expect(page.getByLabel('Album artist')).toHaveValue('Juno Vale')
  await expect(page.getByLabel('Release date')).toHaveValue('2026-11-04')
  // Twelve tracks of a few seconds.
  await expect(page.getByLabel('Type')).toHaveValue('ep')
  await page.getByLabel('Type').selectOption('Album')
  await expectAccessibleInBothThemes(page)

  await page.route('**/api/tracks', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await page.getByRole('button', { name: 'Upload 12 Tracks' }).click()
  await expect(
    page.getByText(/“The Long Thaw” was created without Movement \d\.\d\./),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'View the album' })).toBeVisible()
  await page.getByRole('button', { name: /^Retry Movement/ }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Long Thaw')
  await expect(page).toHaveURL(/\/album\//)
  await expect.poll(() => visibleOrder(page)).toEqual(titles)
  const [release] = await (await page.request.get(`/api/users/${user.id}/releases`)).json()
  const detail: PlaylistDetail = await (
    await page.request.get(`/api/playlists/${release.id}`)
  ).json()
  expect(detail).toMatchObject({ type: 'album', artist: 'Juno Vale', releaseDate: '2026-11-04' })
  expect(detail.coverUrl).not.toBeNull()
  expect(detail.playlistTracks.map(({ track }) => track.title)).toEqual(titles)
})

test('bulk upload: a page that was closed before its album was complete completes it later', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('The Long Thaw')
  await createAlbumFolder(folder)
  const user = await signedInUser(page.request)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/upload')
  await page.getByRole('button', { name: 'Multiple Tracks' }).click()
  await dropFolder(page, folder)
  const created = new Promise<void>((resolve) => {
    void page.route('**/api/playlists', async (route) => {
      // The server creates it; its response is lost.
      await route.fetch()
      resolve()
    })
  })
  await page.getByRole('button', { name: 'Upload 12 Tracks' }).click()
  await created
  await page.reload()
  await page.unroute('**/api/playlists')
  await expect(
    page.getByText('Your tracks are uploaded, but the release is not complete.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/album\//)
  await expect.poll(() => visibleOrder(page)).toEqual(titles)
  expect(await (await page.request.get(`/api/users/${user.id}/releases`)).json()).toHaveLength(1)
})
