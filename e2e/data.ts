import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import type { Track } from '#contract/tracks.ts'
import { fixturePort } from './ports.ts'

/** Creates users and tracks for the end-to-end tests. */

const fixtureServer = `http://localhost:${fixturePort}`

/**
 * Creates an account and signs in, without the forms. `page.request` signs in the page; the `request`
 * fixture of a test is a separate user.
 */
export async function signedInUser(
  request: APIRequestContext,
  { displayName = 'Ines Calder' }: { displayName?: string } = {},
): Promise<CurrentUser> {
  return signInQuickly(request, { displayName, email: `${randomUUID()}@e2e.example` })
}

/** Signs in the account with this e-mail; `displayName` is for a new one. */
export async function signInQuickly(
  request: APIRequestContext,
  data: { email: string; displayName?: string },
): Promise<CurrentUser> {
  await ok(request.post(`${fixtureServer}/sessions`, { data }))
  return (await ok(request.get('/api/auth/user'))).json()
}

export type TrackOverrides = Partial<
  Pick<
    Track,
    | 'title'
    | 'description'
    | 'artist'
    | 'studio'
    | 'genre'
    | 'tags'
    | 'privacy'
    | 'spotifyUrl'
    | 'appleMusicUrl'
  >
> & {
  /** Length of the generated audio. */
  seconds?: number
  /** Audio file to use instead of a generated one. */
  audio?: Buffer
  artwork?: Buffer
  /** With all API calls of an upload, and analyzed by the server itself. */
  isUploaded?: boolean
  /** With those that the audio needs: the server under test makes none. */
  renditions?: boolean
}

/** Creates a track of the user who is signed in with `request`. */
export async function uploadTrack(
  request: APIRequestContext,
  {
    seconds = 60,
    audio = toneOf(seconds),
    artwork,
    isUploaded,
    renditions,
    ...overrides
  }: TrackOverrides = {},
): Promise<Track> {
  const { spotifyUrl, appleMusicUrl, ...fields } = { title: 'Ferry to Nowhere', ...overrides }
  const audioUrl = isUploaded
    ? await upload(request, audio, '/api/tracks/audio', 'audioURL')
    : await makeAudio(request, audio)
  const artworkUrl =
    artwork && (await upload(request, artwork, '/api/tracks/artwork', 'artworkURL'))
  const data = { ...fields, audioUrl, artworkUrl }
  const track: Track = await (await ok(request.post('/api/tracks', { data }))).json()
  if (!isUploaded)
    await ok(request.post(`${fixtureServer}/analyses`, { data: { trackId: track.id, renditions } }))
  if (!spotifyUrl && !appleMusicUrl) return track
  const change = { spotifyUrl, appleMusicUrl }
  return (await ok(request.put(`/api/tracks/${track.id}`, { data: change }))).json()
}

async function makeAudio(request: APIRequestContext, bytes: Buffer): Promise<string> {
  const { id }: CurrentUser = await (await ok(request.get('/api/auth/user'))).json()
  const headers = { 'content-type': 'application/octet-stream', 'x-user-id': id }
  const made = await ok(request.post(`${fixtureServer}/audio`, { data: bytes, headers }))
  return (await made.json()).objectPath
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
  const response = await call
  expect(response.ok(), `${response.url()}: ${response.status()} ${await response.text()}`).toBe(
    true,
  )
  return response
}

const rate = 8000
const tones = new Map<number, Buffer>()

/** Generating a minute takes 20 ms. */
function toneOf(seconds: number): Buffer {
  const tone = tones.get(seconds) ?? generateTone(seconds)
  tones.set(seconds, tone)
  return tone
}

/** Generates a WAV file with a quiet tone: long enough for seeking, small enough for many uploads. */
function generateTone(seconds: number): Buffer {
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
