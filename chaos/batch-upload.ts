import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { putTo, register } from '#server/testing/upload-client.ts'
import { randomAudio } from './crash/uploader.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Files that one user uploads together and releases, with what the server has acknowledged of each. */
type Item = {
  title: string
  bytes: Buffer
  uploadUrl?: string
  isSent?: boolean
  audioUrl?: string
  trackId?: string
}
type Batch = { call: Caller; items: Item[]; title: string; key: string; releaseId?: string }

const count = 4
/** The calls of each step, by their number: three for each file, one for each track, and the release. */
const steps = {
  files: [1, 3 * count],
  tracks: [3 * count + 1, 4 * count],
  release: [4 * count + 1, 4 * count + 1],
} as const
type Step = keyof typeof steps
export const batchSteps = Object.keys(steps) as Step[]

type Fault = {
  step: Step
  /** Whether the server does what it was asked for, and only its response is lost. */
  isAnswered: boolean
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

/** The response to one call of this step is lost in a fault; the client repeats its calls until everything is there once. */
export async function expectUploadedOnce(
  call: Caller,
  random: SeededRandom,
  fault: Fault,
): Promise<void> {
  const title = `Batch ${crypto.randomUUID()}`
  const items = Array.from({ length: count }, (_, index) => ({
    title: `${title}, ${index}`,
    bytes: randomAudio(random),
  }))
  const batch: Batch = { call, items, title, key: crypto.randomUUID() }
  expect(await attempt(batch, interruptedBy(fault, random))).not.toBe('complete')
  await fault.end()
  const again = () => attempt(batch, (send) => send())
  await expect.poll(again, { timeout: 60_000, interval: 200 }).toBe('complete')
  await expectOnce(batch)
}

type Send = (send: () => Promise<Response>) => Promise<Response>

/** Calls that follow meet the fault; those that were sent before may be in flight. */
function interruptedBy({ step, isAnswered, begin }: Fault, random: SeededRandom): Send {
  const [first, last] = steps[step]
  const interrupted = random.between(first, last)
  let begun: Promise<unknown> | undefined
  let calls = 0
  return async (send) => {
    calls += 1
    if (calls > interrupted) await begun
    if (calls !== interrupted) return send()
    const sending = send().catch(() => {})
    await (isAnswered ? sending : delay(random.between(0, 10)))
    begun = begin()
    await Promise.all([begun, sending])
    throw new Error('The response was lost.')
  }
}

async function attempt(batch: Batch, send: Send): Promise<string> {
  try {
    const sending = await Promise.allSettled(
      batch.items.map((item) => sendFile(batch.call, item, send)),
    )
    for (const sent of sending) if (sent.status === 'rejected') throw sent.reason
    // Lists of tracks begin with the newest.
    for (const item of batch.items.toReversed())
      item.trackId ??= await createTrack(batch.call, item, send)
    await createRelease(batch, send)
    return 'complete'
  } catch (error) {
    return String(error)
  }
}

/** The same calls as web/features/uploads/send-audio.ts makes for a small file. */
async function sendFile(call: Caller, item: Item, send: Send): Promise<void> {
  const { bytes } = item
  const declared = { size: bytes.length, contentType: 'audio/wav' }
  item.uploadUrl ??= (
    await json<{ uploadURL: string }>(
      send(() => call('POST', '/api/objects/upload', { body: declared })),
    )
  ).uploadURL
  const url = item.uploadUrl
  if (!item.isSent) await ok(send(() => putTo(url, bytes, 'audio/wav')))
  item.isSent = true
  item.audioUrl ??= (
    await json<{ objectPath: string }>(send(() => register(call, 'audio', url)))
  ).objectPath
}

/** As web/features/uploads/idempotent-create.ts: the track of a file that is used is the one whose response was lost. */
async function createTrack(call: Caller, { title, audioUrl }: Item, send: Send): Promise<string> {
  const body = { title, audioUrl, privacy: 'public' }
  const creating = await send(() => call('POST', '/api/tracks', { body }))
  if (creating.status !== 409) return (await json<{ id: string }>(creating)).id
  const known = (await ownTracks(call)).find((track) => track.audioUrl === audioUrl)
  return known?.id ?? expect.fail(`${title} exists according to the response, but is not listed`)
}

/** As web/features/uploads/use-bulk.ts. */
async function createRelease(batch: Batch, send: Send): Promise<void> {
  const { call, title, key } = batch
  const trackIds = batch.items.map(({ trackId = '' }) => trackId)
  const body = { title, type: 'album', privacy: 'public', key, trackIds }
  batch.releaseId = (
    await json<{ id: string }>(send(() => call('POST', '/api/playlists', { body })))
  ).id
}

/** All that was acknowledged, in its order, and nothing else of this batch. */
async function expectOnce({ call, items, title, releaseId = '' }: Batch): Promise<void> {
  const isOfBatch = (created: { title: string }) => created.title.startsWith(title)
  const ids = items.map(({ trackId }) => trackId)
  expect((await ownTracks(call)).filter(isOfBatch).map(({ id }) => id)).toEqual(ids)
  const releases = await listOwn<{ id: string; title: string }>(call, 'playlists')
  expect(releases.filter(isOfBatch).map(({ id }) => id)).toEqual([releaseId])
  expect(await entries(call, releaseId)).toEqual(ids)
  for (const { trackId, bytes } of items) {
    const audio = await ok(call('GET', `/api/tracks/${trackId}/audio`))
    expect(bytes.equals(Buffer.from(await audio.arrayBuffer()))).toBe(true)
  }
}

const ownTracks = (call: Caller) =>
  listOwn<{ id: string; title: string; audioUrl: string }>(call, 'tracks')

async function listOwn<Row>(call: Caller, kind: 'tracks' | 'playlists'): Promise<Row[]> {
  const { id } = await json<{ id: string }>(call('GET', '/api/auth/user'))
  return json<Row[]>(call('GET', `/api/users/${id}/${kind}?limit=50`))
}

async function entries(call: Caller, id: string): Promise<string[]> {
  type Playlist = { playlistTracks: { trackId: string }[] }
  const { playlistTracks } = await json<Playlist>(call('GET', `/api/playlists/${id}`))
  return playlistTracks.map(({ trackId }) => trackId)
}

async function ok(sending: Response | Promise<Response>): Promise<Response> {
  const response = await sending
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response
}

const json = async <Body>(sending: Response | Promise<Response>): Promise<Body> =>
  (await (await ok(sending)).json()) as Body
