import { randomFillSync } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { audioAnalyses, tracks, uploads } from '#server/database/schema.ts'
import { sweepStaleUploads } from '#server/modules/uploads/cleanup-service.ts'
import { runInProcess, runScript, startScript } from '#server/testing/run-script.ts'
import { fixture, wavOfSize } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'
import { processCommand } from './process.ts'

const site = setUpTestSite()

const settings = () => ({ DATA_DIR: site.config.dataDir, DATABASE_URL: site.postgres.url })
const run = (...args: string[]) => runInProcess(processCommand, args, settings())
async function publish(file: Buffer): Promise<Track> {
  const audioUrl = await upload(site.asOwner, 'audio', file)
  const body = { title: 'Rosin', audioUrl }
  return (await (await site.asOwner('POST', '/api/tracks', { body })).json()) as Track
}
const rowOf = async ({ id }: { id: string }) =>
  (await site.db.select().from(tracks).where(eq(tracks.id, id)))[0]

test('process: one track is processed without the others', async () => {
  const [first, second] = [await publish(fixture('tone.flac')), await publish(fixture('tone.wav'))]
  const one = await run(second.slug)
  expect(one).toMatchObject({ code: 0, output: expect.stringContaining('1 of 1 processed') })
  expect(await rowOf(second)).toMatchObject({ processing: 'ready', opusBytes: expect.any(Number) })
  expect(await rowOf(first)).toMatchObject({ processing: 'pending', opusBytes: null })
}, 120_000)

test('process: --missing processes what is missing, and prints no line twice', async () => {
  const track = await publish(fixture('tone.flac'))
  const missing = await runScript('process', ['--missing'], settings())
  expect(missing).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^(\d+) of \1 processed$/m),
  })
  const lines = missing.output.split('\n')
  expect(new Set(lines).size).toBe(lines.length)
  expect(await rowOf(track)).toMatchObject({ processing: 'ready', aacBytes: expect.any(Number) })
}, 120_000)

test('process: an unknown track is an error', async () => {
  expect(await run('no-such-track')).toMatchObject({
    code: 1,
    output: expect.stringContaining('there is no track no-such-track.'),
  })
})

test('process: killed in the middle of a job it shows no partial rendition, and the next run completes it', async () => {
  const noise = wavOfSize(30 * 88_200)
  randomFillSync(noise, 44)
  const track = await publish(noise)
  const killed = startScript('process', [track.slug], settings())
  await vi.waitFor(
    async () => expect(await rowOf(track)).toHaveProperty('opusPath', expect.any(String)),
    {
      timeout: 60_000,
      interval: 20,
    },
  )
  killed.kill()
  await killed.result()
  const interrupted = await rowOf(track)
  expect(interrupted).toMatchObject({ processing: 'pending', aacPath: null })
  const audio = (format: string) =>
    site.visitor('GET', `/api/tracks/${track.id}/audio?format=${format}`)
  expect([(await audio('opus')).status, (await audio('aac')).status]).toEqual([200, 404])

  // As if the lease had expired and a day had passed.
  await site.db.update(audioAnalyses).set({ leasedAt: sql`now() - interval '1 hour'` })
  const past = sql`now() - interval '2 days'`
  const unused = like(uploads.state, 'checking')
  await site.db.update(uploads).set({ createdAt: past, registeredAt: past }).where(unused)
  await sweepStaleUploads(site, new Date())
  expect(await run('--missing')).toMatchObject({ code: 0 })
  const finished = await rowOf(track)
  expect(finished).toMatchObject({ processing: 'ready', opusPath: interrupted?.opusPath })
  const stored: string[] = []
  for await (const { key } of site.store.list('audio/')) stored.push(`/objects/${key}`)
  const referenced = (await site.db.select().from(tracks)).flatMap((row) => [
    row.audioPath,
    row.opusPath,
    row.aacPath,
  ])
  expect(stored.toSorted()).toEqual(referenced.toSorted())
}, 180_000)
