import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createPlaylist } from './playlist-data.ts'
import { test } from './test.ts'
import { trackOf } from './track-page.ts'

test('downloads: a visitor saves a track and its album where the artist allows it', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, {
    title: 'Ferry?',
    artist: 'Mira Ström',
    allowDownload: true,
    // Its tags are found when it is registered.
    isUploaded: true,
  })
  const album = await createPlaylist(request, { title: 'Thaw', type: 'album', tracks: [track] })
  await request.put(`/api/playlists/${album.id}`, { data: { allowDownload: true } })

  await page.goto(`/track/${track.id}`)
  await page.getByRole('button', { name: 'Options for Ferry?' }).first().click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Mira Ström - Ferry_.wav')
  expect((await readFile(await file.path())).includes('Mira Ström')).toBe(true)

  await page.goto(`/album/${album.slug}`)
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(archive.suggestedFilename()).toMatch(/ - Thaw\.zip$/)
  expect((await readFile(await archive.path())).includes('01 Ferry_.wav')).toBe(true)
  // The menu stays on the line of the other buttons.
  const middle = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    return box && Math.round(box.y + box.height / 2)
  }
  for (const width of [360, 390, 720, 1440]) {
    await page.setViewportSize({ width, height: 600 })
    expect(await middle('More about Thaw'), `${width} px`).toBe(await middle('Play'))
  }
})
