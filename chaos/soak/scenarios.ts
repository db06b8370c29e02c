import { randomUUID } from 'node:crypto'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { HttpClient, HttpResponse } from './http-client.ts'

/** Shared by all clients: permanent tracks, and tracks reported to the administrator. */
export type Fixtures = {
  url: string
  sound: Uint8Array
  image: Uint8Array
  tracks: { id: string; slug: string }[]
  artistId: string
  reported: string[]
}

/** `number` counts the iterations of a client, which has its own random sequence. */
type Iteration = { number: number; random: SeededRandom }
/** One iteration of a client of this kind. */
export type Scenario = (
  fixtures: Fixtures,
  client: HttpClient,
  iteration: Iteration,
) => Promise<void>

export const visitor: Scenario = async ({ tracks, artistId }, { send }, { random }) => {
  const { id, slug } = random.among(tracks)
  await send('GET', random.among(['/', '/discover', `/track/${slug}`, '/search?q=soak']))
  await send('GET', '/api/discover')
  await send('GET', `/api/tracks/slug/${slug}`)
  await send('GET', `/api/tracks/${id}/artwork?w=192`)
  await send('GET', `/api/tracks/${id}/audio`)
  await send('GET', `/api/tracks/${id}/audio`, {
    headers: { range: `bytes=${random.between(0, 1000)}-` },
    expect: 206,
  })
  await send('POST', `/api/tracks/${id}/play`)
  await send('GET', `/api/search?q=${random.among(['soak', 'ines', 'saok', 'number 1'])}`)
  await send('GET', `/api/users/${artistId}/tracks`)
  await send('GET', `/api/tracks/${randomUUID()}/audio`, { expect: 404 })
}

export const listener: Scenario = async (fixtures, { send }, { number, random }) => {
  const { id } = random.among(fixtures.tracks)
  await send('GET', '/api/auth/user')
  await send('POST', `/api/tracks/${id}/like`)
  await send('POST', `/api/tracks/${id}/play`)
  await send('POST', `/api/users/${fixtures.artistId}/follow`)
  const title = `Heard ${number}`
  const created = await send('POST', '/api/playlists', { body: { title }, expect: 201 })
  const list = `/api/playlists/${created.json<{ id: string }>().id}`
  for (const { id: trackId } of fixtures.tracks)
    await send('POST', `${list}/tracks`, { body: { trackId }, expect: 201 })
  const trackIds = random.shuffled(fixtures.tracks.map((track) => track.id))
  await send('PUT', `${list}/reorder`, { body: { trackIds } })
  await send('POST', `${list}/tracks`, { body: { trackId: id }, expect: 409 })
  await send('DELETE', `${list}/tracks/${id}`, { expect: 204 })
  await send('DELETE', list, { expect: 204 })
}

export const uploader: Scenario = async (fixtures, client, { number, random }) => {
  const { send, abortUpload } = client
  const { id } = await createTrack(fixtures, client, `Soak ${number}`)
  await send('PUT', `/api/tracks/${id}`, {
    body: { description: `Take ${number}`, tags: ['soak'] },
  })
  await abortUpload(await uploadUrlFor(client), fixtures.sound)
  const invalidUrl = await uploadUrlFor(client)
  await send('PUT', invalidUrl, { bytes: Buffer.from('no sound at all') })
  await send('PUT', '/api/tracks/audio', { body: { audioURL: invalidUrl }, expect: 415 })
  if (random.between(0, 1) === 0) fixtures.reported.push(id)
  else await send('DELETE', `/api/tracks/${id}`, { expect: 204 })
}

export const administrator: Scenario = async (fixtures, { send }, { number, random }) => {
  await send('GET', '/api/admin/analytics')
  await send('GET', '/api/users?limit=50')
  await send('GET', '/api/tracks?limit=50')
  const { id } = random.among(fixtures.tracks)
  const description = `Reviewed ${number} times`
  await send('PUT', `/api/tracks/${id}`, { body: { description } })
  for (const reported of fixtures.reported.splice(0))
    await send('DELETE', `/api/tracks/${reported}`, { expect: 204 })
}

/** A new user each time: registration forms, provider, session, and sign-out. */
export const newcomer: Scenario = async (fixtures) => {
  const browser = await createAccount(fixtures.url, randomAccount())
  await browser.open('/api/logout')
}

export async function createTrack(
  fixtures: Pick<Fixtures, 'sound' | 'image'>,
  client: HttpClient,
  title: string,
): Promise<{ id: string; slug: string }> {
  const audioURL = await upload(client, fixtures.sound)
  const audio = await client.send('PUT', '/api/tracks/audio', { body: { audioURL } })
  const artworkURL = await upload(client, fixtures.image)
  const artwork = await client.send('PUT', '/api/tracks/artwork', { body: { artworkURL } })
  const body = { title, audioUrl: pathOf(audio), artworkUrl: pathOf(artwork) }
  return (await client.send('POST', '/api/tracks', { body, expect: 201 })).json()
}

const pathOf = (response: HttpResponse) => response.json<{ objectPath: string }>().objectPath

async function uploadUrlFor({ send }: HttpClient): Promise<string> {
  return (await send('POST', '/api/objects/upload')).json<{ uploadURL: string }>().uploadURL
}

async function upload(client: HttpClient, bytes: Uint8Array): Promise<string> {
  const uploadUrl = await uploadUrlFor(client)
  await client.send('PUT', uploadUrl, { bytes })
  return uploadUrl
}
