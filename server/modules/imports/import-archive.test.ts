import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DataExport } from '#contract/account.ts'
import { imageWidths } from '#contract/limits.ts'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { openZip } from '#server/platform/archive/unzip.ts'
import { createMedia } from '#server/platform/media/media.ts'
import { type Caller, startTestApp, type TestApp } from '#server/testing/app.ts'
import { makeUser } from '#server/testing/factories.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { upload } from '#server/testing/upload-client.ts'
import { importArchive } from './import-archive.ts'

let sites: [TestApp, TestApp]
let folder: string
const media = createMedia({ imageWidths })
beforeAll(async () => {
  sites = [await startTestApp(), await startTestApp()]
  folder = await mkdtemp(path.join(tmpdir(), 'soundpost-import-'))
})
afterAll(async () => {
  await media.close()
  await Promise.all(sites.map((site) => site.close()))
  await rm(folder, { recursive: true, force: true })
})

const read = async <T>(call: Caller, url: string) => (await (await call('GET', url)).json()) as T
const create = async <T>(call: Caller, url: string, body: unknown) =>
  (await (await call('POST', url, { body })).json()) as T

it('import: the archive of one site brings the same tracks, playlists and texts into another', async () => {
  const [from, to] = sites
  const owner = await makeUser(from.postgres.db, { bio: 'Recorded at night.' })
  const asOwner = await from.as(owner)
  const audioUrl = await upload(asOwner, 'audio', fixture('tone.mp3'))
  const artworkUrl = await upload(asOwner, 'artwork', await createImage())
  const texts = { title: 'Night Market', description: 'Two\nlines', genre: 'jazz', tags: ['tape'] }
  const track = await create<Track>(asOwner, '/api/tracks', {
    ...texts,
    privacy: 'unlisted',
    audioUrl,
    artworkUrl,
  })
  const playlist = await create<Playlist>(asOwner, '/api/playlists', { title: 'Evenings' })
  await create(asOwner, `/api/playlists/${playlist.id}/tracks`, { trackId: track.id })

  await asOwner('POST', '/api/account/export')
  const url = await vi.waitFor(
    async () => {
      const state = await read<DataExport>(asOwner, '/api/account/export')
      if (!state.url) throw new Error('not ready')
      return state.url
    },
    { timeout: 30_000 },
  )
  const file = path.join(folder, 'export.zip')
  await writeFile(file, Buffer.from(await (await asOwner('GET', url)).arrayBuffer()))

  const user = await makeUser(to.postgres.db)
  const archive = await openZip(file)
  const deps = { db: to.postgres.db, store: to.store, media }
  expect(await importArchive(deps, archive, user.id)).toEqual({
    tracks: 1,
    playlists: 1,
    problems: [],
  })
  archive.close()
  const call = await to.as(user)
  const [imported] = await read<Track[]>(call, `/api/users/${user.id}/tracks`)
  expect(imported).toMatchObject({ ...texts, privacy: 'unlisted' })
  expect(imported?.artworkUrl).toBeTruthy()
  const audio = await call('GET', `/api/tracks/${imported?.id}/audio`)
  expect(Buffer.from(await audio.arrayBuffer()).equals(fixture('tone.mp3'))).toBe(true)
  const [list] = await read<Playlist[]>(call, `/api/users/${user.id}/playlists`)
  const detail = await read<PlaylistDetail>(call, `/api/playlists/${list?.id}`)
  expect(detail).toMatchObject({ title: 'Evenings', trackCount: 1 })
  expect(await read(call, `/api/users/${user.id}`)).toMatchObject({ bio: 'Recorded at night.' })
})
