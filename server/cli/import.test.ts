import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DataExport } from '#contract/account.ts'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { projectFolder } from '#server/config.ts'
import { type Caller, startTestApp, type TestApp } from '#server/testing/app.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { runInProcess } from '#server/testing/run-script.ts'
import { diskAnd, settingsOf, startTestS3, type TestS3 } from '#server/testing/s3.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { quickStart } from '#server/testing/server-process.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'
import { importCommand } from './import.ts'

const source = setUpTestApp()
let folder: string
const s3: TestS3 | undefined = await startTestS3()
const stores = diskAnd(s3)
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'soundpost-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async <T>(call: Caller, url: string) => (await (await call('GET', url)).json()) as T
const create = async <T>(call: Caller, url: string, body: unknown) =>
  (await (await call('POST', url, { body })).json()) as T

const settingsFor = ({ config, postgres }: TestApp) => ({
  DATA_DIR: config.dataDir,
  DATABASE_URL: postgres.url,
})

/** The command as operators type it. */
async function runWithNpm(site: TestApp, args: string[]) {
  const child = spawn('npm', ['run', '--silent', 'import', '--', ...args], {
    cwd: projectFolder,
    env: { ...quickStart.env, ...settingsFor(site) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [code, out, errors] = await Promise.all([
    once(child, 'exit').then(([exit]) => exit as number),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, output: (out + errors).trim() }
}

const trackTexts = [
  {
    title: 'Night Market',
    description: 'Two\nlines',
    artist: 'Ines & Tomás',
    genre: 'jazz',
    tags: ['tape'],
    privacy: 'unlisted',
  },
  { title: 'Rosin', description: null, artist: null, genre: null, tags: [], privacy: 'private' },
]
const profileTexts = { displayName: 'Ines Calder', bio: 'Recorded at night.', location: 'Porto' }

/** Made once: both stores get the same archive. */
let exported: Promise<string> | undefined
const exportFile = () => {
  exported ??= makeExport()
  return exported
}

async function makeExport(): Promise<string> {
  const owner = await makeUser(source.postgres.db)
  const asOwner = await source.as(owner)
  await asOwner('PUT', '/api/users/profile', { body: profileTexts })
  await upload(asOwner, 'profile image', await createImage())
  const tracks: Track[] = []
  for (const texts of trackTexts) {
    const audioUrl = await upload(asOwner, 'audio', fixture('tone.mp3'))
    const artworkUrl = await upload(asOwner, 'artwork', await createImage())
    tracks.push(await create<Track>(asOwner, '/api/tracks', { ...texts, audioUrl, artworkUrl }))
  }
  const [track, second] = tracks
  const links = { spotifyUrl: 'https://open.spotify.com/track/1' }
  await asOwner('PUT', `/api/tracks/${track?.id}`, { body: links })
  const playlist = await create<Playlist>(asOwner, '/api/playlists', { title: 'Evenings' })
  const trackOfOther = await makeTrack(source.postgres.db, (await makeUser(source.postgres.db)).id)
  for (const { id } of [second, trackOfOther, track].filter((one) => one !== undefined))
    await create(asOwner, `/api/playlists/${playlist.id}/tracks`, { trackId: id })
  const coverUrl = await upload(asOwner, 'cover', await createImage())
  await asOwner('PUT', `/api/playlists/${playlist.id}`, { body: { coverUrl } })
  for (const { id } of [track, trackOfOther].filter((one) => one !== undefined))
    await asOwner('POST', `/api/tracks/${id}/like`)

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
  return file
}

test.each(stores)(
  'import: an archive brings the same tracks, playlists and texts into another site, on %s',
  async (kind) => {
    const target = await startTestApp(kind === 's3' && s3 ? { objects: s3.config } : {})
    try {
      const user = await makeUser(target.postgres.db, { email: 'nara@example.org' })
      const args = [await exportFile(), '--user', 'Nara@example.org']
      const result =
        kind === 's3' && s3
          ? await runInProcess(importCommand, args, {
              ...settingsFor(target),
              ...settingsOf(s3.config),
            })
          : await runWithNpm(target, args)
      const [imported, ...left] = result.output.split('\n')
      expect([result.code, imported]).toEqual([
        0,
        'Imported for Nara@example.org: tracks 2, playlists 1, blocks 0, likes 1, reposts 0, follows 0, history 0, comments 0, saved playlists 0.',
      ])
      for (const line of left) expect(line).toMatch(/^Not part of an import: .+\. .+/)
      const call = await target.as(user)
      const tracks = await read<Track[]>(call, `/api/users/${user.id}/tracks`)
      const details = tracks.map(({ slug }) => read(call, `/api/tracks/slug/${slug}`))
      expect((await Promise.all(details)).toReversed()).toMatchObject(trackTexts)
      for (const { id, artworkUrl } of tracks) {
        const response = await call('GET', `/api/tracks/${id}/audio`, { redirect: 'manual' })
        const stored = response.headers.get('location')
        const audio = stored ? await fetch(stored) : response
        expect(Buffer.from(await audio.arrayBuffer()).equals(fixture('tone.mp3'))).toBe(true)
        expect(artworkUrl).toBeTruthy()
      }
      const [rosin, market] = tracks
      expect(market).toMatchObject({ likeCount: 1 })
      expect(await read(call, `/api/tracks/slug/${market?.slug}`)).toMatchObject({
        spotifyUrl: 'https://open.spotify.com/track/1',
      })
      const [list] = await read<Playlist[]>(call, `/api/users/${user.id}/playlists`)
      const detail = await read<PlaylistDetail>(call, `/api/playlists/${list?.id}`)
      expect(detail).toMatchObject({ title: 'Evenings', coverUrl: expect.any(String) })
      expect(detail.playlistTracks.map(({ track }) => track.id)).toEqual([rosin?.id, market?.id])
      const profile = await read(call, `/api/users/${user.id}`)
      expect(profile).toMatchObject({ ...profileTexts, profileImageUrl: expect.any(String) })
    } finally {
      await target.close()
    }
  },
)

test('import: an archive that cannot be used is refused with one sentence', async () => {
  const file = path.join(folder, 'not-an-archive.zip')
  await writeFile(file, 'text')
  const { email } = await makeUser(source.postgres.db, { email: 'refused@example.org' })
  const refused = async (args: string[]) => {
    const { code, output } = await runInProcess(importCommand, args, settingsFor(source))
    expect(code).toBe(1)
    expect(output.split('\n')).toHaveLength(1)
    return output
  }
  expect(await refused([file, '--user', email ?? ''])).toMatch(
    /^Nothing was imported: the archive .* cannot be read: .*\.$/,
  )
  expect(await refused([file, '--user', 'unknown@example.org'])).toBe(
    'Nothing was imported: there is no user with the email address unknown@example.org: sign in with it once first.',
  )
  expect(await refused([file])).toBe(
    'Nothing was imported: use it as: npm run import -- ARCHIVE --user EMAIL',
  )
})
