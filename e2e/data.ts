import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { fixturePort } from './ports.ts'
import { toneOf } from './tone.ts'

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
    TrackDetail,
    | 'title'
    | 'description'
    | 'artist'
    | 'studio'
    | 'genre'
    | 'tags'
    | 'privacy'
    | 'allowDownload'
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
  { seconds = 60, audio, artwork, isUploaded, renditions, ...overrides }: TrackOverrides = {},
): Promise<Track> {
  const { spotifyUrl, appleMusicUrl, ...fields } = { title: 'Ferry to Nowhere', ...overrides }
  const artworkUrl =
    artwork && (await upload(request, artwork, '/api/tracks/artwork', 'artworkURL'))
  const track: Track = isUploaded
    ? await createTrack(request, { ...fields, artworkUrl }, audio ?? toneOf(seconds))
    : await makeTrack(request, {
        fields: { ...fields, artworkUrl },
        audio: audio ?? seconds,
        renditions,
      })
  if (!spotifyUrl && !appleMusicUrl) return track
  const change = { spotifyUrl, appleMusicUrl }
  return (await ok(request.put(`/api/tracks/${track.id}`, { data: change }))).json()
}

async function createTrack(request: APIRequestContext, fields: object, audio: Buffer) {
  const audioUrl = await upload(request, audio, '/api/tracks/audio', 'audioURL')
  return (await ok(request.post('/api/tracks', { data: { ...fields, audioUrl } }))).json()
}

type NewTrack = {
  fields: object
  /** A file, or the length of a generated one in seconds. */
  audio: Buffer | number
  renditions: boolean | undefined
}

/** In one call: each costs the test, the server and the fixture server some milliseconds. */
async function makeTrack(request: APIRequestContext, { fields, audio, renditions }: NewTrack) {
  const isFile = typeof audio !== 'number'
  const track = { fields, renditions, ...(!isFile && { seconds: audio }) }
  const headers = {
    'content-type': 'application/octet-stream',
    'x-track': encodeURIComponent(JSON.stringify(track)),
  }
  const made = request.post(`${fixtureServer}/tracks`, { headers, ...(isFile && { data: audio }) })
  return (await ok(made)).json()
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
