import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DataExport } from '#contract/account.ts'
import { exports, playlists, playlistTracks, tracks } from '#server/database/schema.ts'
import { openZip } from '#server/platform/archive/unzip.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { diskAnd, settingsOf, startTestS3 } from '#server/testing/s3.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { isLong, repetitions } from '../scale.ts'

/** 5 GB in 500 tracks with `npm run test:chaos`, imported again into an empty site. Zeros are holes in the archive. */
const count = repetitions(500, 15, 'crash')
const trackBytes = 10_000_000
const maxGrowth = 120_000_000

/** Each store costs three starts of a server: with few repetitions the disk only. */
const s3 = isLong('crash') ? await startTestS3() : undefined
const stores = isLong('crash') ? diskAnd(s3) : ['disk']

test.each(stores)(
  `export: ${count} tracks of 10 MB on %s are streamed in bounded memory, also after kill -9`,
  async (kind) => {
    const deployment = await makeDeployment(
      kind === 's3' && s3 ? { objects: s3.config, env: settingsOf(s3.config) } : {},
    )
    const user = await deployment.createUser()
    const audioPath = '/objects/audio/00000000-0000-4000-8000-000000000000.wav'
    await deployment.store.write(audioPath.replace('/objects/', ''), wavOfSize(trackBytes), {
      contentType: 'audio/wav',
    })
    // Here all tracks may share one file, which costs neither time nor disk space.
    await deployment.db.execute(sql`alter table tracks drop constraint tracks_one_per_audio`)
    const trackIds: string[] = []
    for (let index = 0; index < count; index++) {
      const texts = { title: `Tape ${index}`, description: `Side A,\ntake ${index}` }
      trackIds.push((await makeTrack(deployment.db, user.id, { ...texts, audioPath })).id)
    }
    await makePlaylist(deployment.db, user.id, trackIds.toReversed(), { title: 'Reels' })

    // Killed while it is made: the row may be pending, leased or ready by then.
    const first = await deployment.start()
    await user.call('POST', '/api/account/export')
    await expect
      .poll(async () => (await exportRow(deployment, user.id))?.leasedAt, {
        timeout: 60_000,
        interval: 2,
      })
      .not.toBeNull()
    await kill(first)
    // As if its lease had expired.
    await deployment.db.update(exports).set({ leasedAt: sql`now() - interval '2 minutes'` })

    const second = await deployment.start()
    const url = await readyLink(user.call)
    const broken = await user.call('GET', url)
    const reader = broken.body?.getReader()
    await reader?.read()
    await kill(second)
    await expect(readToEnd(reader)).rejects.toThrow()

    const third = await deployment.start()
    const file = path.join(deployment.dataDir, 'export.zip')
    const before = residentBytes(third.pid)
    const peak = await download(await user.call('GET', url), file, () => residentBytes(third.pid))
    console.log(
      `export of ${count} tracks on ${kind}: ${mb(before)} MB resident before, at most ${mb(peak)} MB during the download`,
    )
    expect(peak - before).toBeLessThan(maxGrowth)
    await expectComplete(file)
    if (kind === 'disk' && isLong('crash'))
      await expectImported(file, await contentOf(deployment, user.id))
    await rm(file)
  },
  1_200_000,
)

/** What an import brings into another site: tracks, and playlists with their order. */
async function contentOf({ db }: Deployment, userId: string) {
  const { title, description } = tracks
  const own = await db
    .select({ title, description })
    .from(tracks)
    .where(eq(tracks.userId, userId))
    .orderBy(title)
  const listed = await db
    .select({ playlist: playlists.title, track: title, position: playlistTracks.position })
    .from(playlistTracks)
    .innerJoin(playlists, eq(playlists.id, playlistTracks.playlistId))
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(eq(playlists.userId, userId))
    .orderBy(playlistTracks.position)
  return { own, listed }
}

async function expectImported(file: string, content: Awaited<ReturnType<typeof contentOf>>) {
  const deployment = await makeDeployment()
  const email = 'nara@example.org'
  const { id } = await makeUser(deployment.db, { email })
  const started = performance.now()
  const args = ['run', '--silent', 'import', '--', file, '--user', email]
  const { stdout } = await promisify(execFile)('npm', args, {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: deployment.dataDir,
      DATABASE_URL: deployment.databaseUrl,
    },
  })
  console.log(`imported in ${Math.round((performance.now() - started) / 1000)} s: ${stdout.trim()}`)
  expect(stdout).toContain(`tracks ${count}, playlists 1`)
  expect(content.listed).toHaveLength(count)
  expect(await contentOf(deployment, id)).toEqual(content)
}

const mb = (bytes: number) => Math.round(bytes / 1e6)
/** 0 where there is no /proc. */
function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function kill(server: {
  signal(signal: NodeJS.Signals): void
  exitCode(): Promise<unknown>
}) {
  server.signal('SIGKILL')
  await server.exitCode()
}

const exportRow = async ({ db }: Deployment, userId: string) =>
  (await db.select().from(exports).where(eq(exports.userId, userId)))[0]

async function readyLink(call: Caller): Promise<string> {
  let url: string | null = null
  await expect
    .poll(
      async () => {
        const response = await call('GET', '/api/account/export')
        url = ((await response.json()) as DataExport).url
        return url
      },
      { timeout: 120_000, interval: 100 },
    )
    .not.toBeNull()
  return url ?? ''
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  for (;;) if ((await reader?.read())?.done !== false) return
}

const zeros = Buffer.alloc(1024 * 1024)

/** Writes the archive with holes instead of zeros. Returns the highest sample. */
async function download(response: Response, file: string, sample: () => number): Promise<number> {
  expect(response.status).toBe(200)
  const handle: FileHandle = await open(file, 'w')
  let [at, peak] = [0, 0]
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (!zeros.subarray(0, chunk.length).equals(chunk))
      await handle.write(chunk, 0, chunk.length, at)
    at += chunk.length
    peak = Math.max(peak, sample())
  }
  await handle.truncate(at)
  await handle.close()
  return peak
}

/** Reads every file of the archive and compares its checksum. */
async function expectComplete(file: string) {
  const zip = await openZip(file)
  const entries = JSON.parse((await zip.readText('tracks.json')) ?? '[]') as { audio: string }[]
  expect(entries).toHaveLength(count)
  for (const { audio } of entries) {
    const entry = await zip.open(audio)
    let size = 0
    for await (const chunk of (await entry?.read()) ?? []) size += (chunk as Buffer).length
    expect(size).toBe(trackBytes)
  }
  zip.close()
}
