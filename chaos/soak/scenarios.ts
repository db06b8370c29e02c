import { randomUUID } from 'node:crypto'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { HttpClient, HttpResponse } from './http-client.ts'

/** Shared by all clients: permanent tracks, and tracks reported to the administrator. */
export type Site = {
  url: string
  sound: Uint8Array
  image: Uint8Array
  tracks: { id: string; slug: string }[]
  artistId: string
  reported: string[]
}

/** `number` counts the iterations of a client, which has its own random sequence. */
type Iteration = { number: number; chance: SeededRandom }
/** One iteration of a client of this kind. */
export type Scenario = (site: Site, asker: HttpClient, turn: Iteration) => Promise<void>

export const visitor: Scenario = async ({ tracks, artistId }, { ask }, { chance }) => {
  const { id, slug } = chance.among(tracks)
  await ask('GET', chance.among(['/', '/discover', `/track/${slug}`, '/search?q=soak']))
  await ask('GET', '/api/discover')
  await ask('GET', `/api/tracks/slug/${slug}`)
  await ask('GET', `/api/tracks/${id}/artwork?w=192`)
  await ask('GET', `/api/tracks/${id}/audio`)
  await ask('GET', `/api/tracks/${id}/audio`, {
    headers: { range: `bytes=${chance.between(0, 1000)}-` },
    expect: 206,
  })
  await ask('POST', `/api/tracks/${id}/play`)
  await ask('GET', `/api/search?q=${chance.among(['soak', 'ines', 'saok', 'number 1'])}`)
  await ask('GET', `/api/users/${artistId}/tracks`)
  await ask('GET', `/api/tracks/${randomUUID()}/audio`, { expect: 404 })
}

export const listener: Scenario = async (site, { ask }, { number, chance }) => {
  const { id } = chance.among(site.tracks)
  await ask('GET', '/api/auth/user')
  await ask('POST', `/api/tracks/${id}/like`)
  await ask('POST', `/api/tracks/${id}/play`)
  await ask('POST', `/api/users/${site.artistId}/follow`)
  const title = `Heard ${number}`
  const made = await ask('POST', '/api/playlists', { body: { title }, expect: 201 })
  const list = `/api/playlists/${made.json<{ id: string }>().id}`
  for (const { id: trackId } of site.tracks)
    await ask('POST', `${list}/tracks`, { body: { trackId }, expect: 201 })
  const trackIds = chance.shuffled(site.tracks.map((track) => track.id))
  await ask('PUT', `${list}/reorder`, { body: { trackIds } })
  await ask('POST', `${list}/tracks`, { body: { trackId: id }, expect: 409 })
  await ask('DELETE', `${list}/tracks/${id}`, { expect: 204 })
  await ask('DELETE', list, { expect: 204 })
}

export const uploader: Scenario = async (site, asker, { number, chance }) => {
  const { ask, breakOff } = asker
  const { id } = await createTrack(site, asker, `Soak ${number}`)
  await ask('PUT', `/api/tracks/${id}`, { body: { description: `Take ${number}`, tags: ['soak'] } })
  await breakOff(await uploadUrlFor(asker), site.sound)
  const junk = await uploadUrlFor(asker)
  await ask('PUT', junk, { bytes: Buffer.from('no sound at all') })
  await ask('PUT', '/api/tracks/audio', { body: { audioURL: junk }, expect: 415 })
  if (chance.between(0, 1) === 0) site.reported.push(id)
  else await ask('DELETE', `/api/tracks/${id}`, { expect: 204 })
}

export const administrator: Scenario = async (site, { ask }, { number, chance }) => {
  await ask('GET', '/api/admin/analytics')
  await ask('GET', '/api/users?limit=50')
  await ask('GET', '/api/tracks?limit=50')
  const { id } = chance.among(site.tracks)
  const description = `Looked at ${number} times`
  await ask('PUT', `/api/tracks/${id}`, { body: { description } })
  for (const reported of site.reported.splice(0))
    await ask('DELETE', `/api/tracks/${reported}`, { expect: 204 })
}

/** A new user each time: registration forms, provider, session, and sign-out. */
export const newcomer: Scenario = async (site) => {
  const browser = await createAccount(site.url, randomAccount())
  await browser.open('/api/logout')
}

export async function createTrack(
  site: Pick<Site, 'sound' | 'image'>,
  asker: HttpClient,
  title: string,
): Promise<{ id: string; slug: string }> {
  const audioURL = await upload(asker, site.sound)
  const audio = await asker.ask('PUT', '/api/tracks/audio', { body: { audioURL } })
  const artworkURL = await upload(asker, site.image)
  const artwork = await asker.ask('PUT', '/api/tracks/artwork', { body: { artworkURL } })
  const body = { title, audioUrl: pathOf(audio), artworkUrl: pathOf(artwork) }
  return (await asker.ask('POST', '/api/tracks', { body, expect: 201 })).json()
}

const pathOf = (answered: HttpResponse) => answered.json<{ objectPath: string }>().objectPath

async function uploadUrlFor({ ask }: HttpClient): Promise<string> {
  return (await ask('POST', '/api/objects/upload')).json<{ uploadURL: string }>().uploadURL
}

async function upload(asker: HttpClient, bytes: Uint8Array): Promise<string> {
  const address = await uploadUrlFor(asker)
  await asker.ask('PUT', address, { bytes })
  return address
}
