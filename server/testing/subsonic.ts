import { audioAnalyses } from '#server/database/schema.ts'
import { createAppPasswords } from '#server/modules/accounts/app-credentials/service.ts'
import { follow, like, makePlaylist, makeTrack, makeUser } from './factories.ts'
import { fixture } from './sample-files.ts'
import { testSessionSecret } from './sessions.ts'
import type { TestSite } from './test-site.ts'

/** The content of a response's envelope. */
export type Envelope = { status: string; error?: { code: number; message: string } } & Record<
  string,
  // biome-ignore lint/suspicious/noExplicitAny: tests read many shapes.
  any
>
export type Parameters = Record<string, string | number | boolean | readonly string[]>

/** An app that is signed in as a new user of the site. */
export async function startApp(site: TestSite, userId?: string) {
  const user = userId === undefined ? await makeUser(site.db) : { id: userId, username: '' }
  const { password } = await createAppPasswords(site.db, testSessionSecret).create(user.id, 'App')
  const url = (method: string, parameters: Parameters = {}) => {
    const query = new URLSearchParams({ apiKey: password, v: '1.16.1', c: 'test', f: 'json' })
    for (const [name, value] of Object.entries(parameters)) {
      query.delete(name)
      for (const one of [value].flat()) query.append(name, String(one))
    }
    return `/rest/${method}?${query}`
  }
  const fetchMethod = (method: string, parameters?: Parameters, headers?: Record<string, string>) =>
    site.visitor('GET', url(method, parameters), headers ? { headers } : {})
  const call = async (method: string, parameters?: Parameters): Promise<Envelope> => {
    const response = await fetchMethod(method, parameters)
    const body = (await response.json()) as { 'subsonic-response': Envelope }
    return { ...body['subsonic-response'], httpStatus: response.status }
  }
  return { user, password, url, fetchMethod, call }
}
export type App = Awaited<ReturnType<typeof startApp>>

/** An artist with a release, other tracks and a playlist, whom the user follows. */
export async function makeCatalog(site: TestSite, userId: string) {
  const { db } = site
  const artist = await makeUser(db, { displayName: 'Ebba & Söner', bio: 'Fiddles.\nAnd more.' })
  const track = (title: string, overrides = {}) =>
    makeTrack(db, artist.id, {
      title,
      genre: 'folk',
      audioBytes: 48_000,
      loudness: -14,
      ...overrides,
    })
  const [first, second, single, unlisted, hidden] = [
    await track('Första & <låten>', { duration: 100, audioBitrate: 320_000, isrc: 'SEA012600001' }),
    await track('Second', { duration: 300, loudness: -20 }),
    await track('Single', { genre: null }),
    await track('Unlisted', { privacy: 'unlisted' }),
    await track('Hidden', { privacy: 'private' }),
  ]
  for (const { id, audioPath } of [first, second, single]) {
    await site.store.write(audioPath.slice('/objects/'.length), fixture('tone.mp3'), {
      contentType: 'audio/mpeg',
    })
    await db.insert(audioAnalyses).values({
      ...{ trackId: id, state: 'ready', sampleRate: 44_100, channels: 2, frames: 1000 },
      truePeak: -6,
    })
  }
  const release = await makePlaylist(db, artist.id, [first.id, second.id, hidden.id], {
    ...{ title: 'Long Nights', type: 'album', artist: 'Ebba', label: 'Own Label' },
    releaseDate: '2025-03-01',
    description: 'Recorded in winter.',
  })
  const playlist = await makePlaylist(db, userId, [first.id, single.id], { title: 'Mine' })
  await follow(db, userId, artist.id)
  await like(db, userId, first.id)
  return { artist, first, second, single, unlisted, hidden, release, playlist }
}
