import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import type { Track } from '#contract/tracks.ts'

/** People and tracks for the end-to-end tests, made the way the product's own screens make them. */

/**
 * A new account, signed in. With `page.request` the page is signed in; with the `request` of a test
 * another user else is.
 */
export async function signedInPerson(
  request: APIRequestContext,
  { displayName = 'Ines Calder' }: { displayName?: string } = {},
): Promise<CurrentUser> {
  const page = await ok(request.get('/api/login?prompt=create'))
  const action = /<form[^>]*action="([^"]+)"/.exec(await page.text())?.[1]
  expect(action, 'the form for a new account').toBeDefined()
  const email = `${randomUUID()}@e2e.example`
  const form = { displayName, email, password: 'a long enough secret' }
  await ok(request.post(action ?? '', { form }))
  return (await ok(request.get('/api/auth/user'))).json()
}

export type TrackOverrides = Partial<
  Pick<
    Track,
    | 'title'
    | 'description'
    | 'artist'
    | 'genre'
    | 'tags'
    | 'privacy'
    | 'spotifyUrl'
    | 'appleMusicUrl'
  >
> & {
  /** A sound of this many seconds. */
  seconds?: number
  /** Or this file. */
  audio?: Buffer
  artwork?: Buffer
}

/** Uploads a track through the whole handshake, as whoever is signed in with this `request`. */
export async function uploadTrack(
  request: APIRequestContext,
  { seconds = 60, audio = toneOf(seconds), artwork, ...overrides }: TrackOverrides = {},
): Promise<Track> {
  const { spotifyUrl, appleMusicUrl, ...fields } = { title: 'Ferry to Nowhere', ...overrides }
  const audioUrl = await upload(request, audio, '/api/tracks/audio', 'audioURL')
  const artworkUrl =
    artwork && (await upload(request, artwork, '/api/tracks/artwork', 'artworkURL'))
  const data = { ...fields, audioUrl, artworkUrl }
  const track: Track = await (await ok(request.post('/api/tracks', { data }))).json()
  if (!spotifyUrl && !appleMusicUrl) return track
  const change = { spotifyUrl, appleMusicUrl }
  return (await ok(request.put(`/api/tracks/${track.id}`, { data: change }))).json()
}

async function upload(
  request: APIRequestContext,
  bytes: Buffer,
  registerAt: string,
  field: 'audioURL' | 'artworkURL',
): Promise<string> {
  const { uploadURL } = await (await ok(request.post('/api/objects/upload'))).json()
  const headers = { 'content-type': 'application/octet-stream' }
  await ok(request.put(uploadURL, { data: bytes, headers }))
  const registered = await ok(request.put(registerAt, { data: { [field]: uploadURL } }))
  return (await registered.json()).objectPath
}

async function ok(call: Promise<APIResponse>): Promise<APIResponse> {
  const answer = await call
  expect(answer.ok(), `${answer.url()}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return answer
}

const rate = 8000

/** A wav file with a quiet tone: long enough to seek in, small enough to send often. */
function toneOf(seconds: number): Buffer {
  const length = Math.round(seconds * rate)
  const wav = Buffer.alloc(44 + length)
  wav.write('RIFF')
  wav.writeUInt32LE(36 + length, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(length, 40)
  for (let i = 0; i < length; i++)
    wav[44 + i] = 128 + Math.round(20 * Math.sin((2 * Math.PI * 220 * i) / rate))
  return wav
}
