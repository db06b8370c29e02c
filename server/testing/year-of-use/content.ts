import { limits } from '#contract/limits.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { TrackDetail } from '#contract/tracks.ts'
import { processNext } from '#server/modules/processing/worker.ts'
import { createAudioProcessor } from '#server/platform/media/audio-processor.ts'
import { requestParts, sendPart, upload } from '../upload-client.ts'
import { tone } from '../version-client.ts'
import { createWav } from '../wav.ts'
import type { People, Person, Site } from './people.ts'
import { image, send } from './send.ts'

export type Content = Record<
  'salt' | 'draft' | 'tomorrow' | 'ofFan' | 'toRemove' | 'ofSpammer',
  TrackDetail
> & { album: Playlist; mix: Playlist }

export async function addContent(site: Site, people: People): Promise<Content> {
  const content = await publish(people)
  await process(site, content.salt)
  const { salt, album } = content
  const { call } = people.artist
  const audioUrl = await upload(call, 'audio', tone('Salt Marsh, remastered'))
  await send(call, 'PUT', `/api/tracks/${salt.id}/audio`, { audioUrl })
  await send(call, 'PUT', '/api/users/profile/pins', {
    pins: [
      { kind: 'track', id: salt.id },
      { kind: 'playlist', id: album.id },
    ],
  })
  const gone = await newTrack(people.artist, { title: 'Going' })
  await send(call, 'DELETE', `/api/tracks/${gone.id}`)
  await decideCredits(people)
  await leaveUploads(people.artist)
  await share(site, people.artist, content.draft.id)
  return content
}

/** As long as a listen must be to be sent to another service. */
const longFile = (): Buffer => createWav(31 * 8000, { sampleRate: 8000, bitsPerSample: 8 })

async function newTrack(
  { call }: Person,
  fields: { title: string } & Record<string, unknown>,
  audio: Buffer = tone(fields.title),
): Promise<TrackDetail> {
  const audioUrl = await upload(call, 'audio', audio)
  return send(call, 'POST', '/api/tracks', { genre: 'folk', ...fields, audioUrl })
}

async function newPlaylist(
  { call }: Person,
  fields: object,
  trackIds: string[],
): Promise<Playlist> {
  const playlist = await send<Playlist>(call, 'POST', '/api/playlists', fields)
  for (const trackId of trackIds)
    await send(call, 'POST', `/api/playlists/${playlist.id}/tracks`, { trackId })
  return playlist
}

async function publish({ artist, fan, spammer }: People): Promise<Content> {
  const artworkUrl = await upload(artist.call, 'artwork', await image())
  const credits = [{ role: 'Cello', name: fan.displayName, userId: fan.id }]
  const details = { artworkUrl, allowDownload: true, credits, tags: ['sea'] }
  const salt = await newTrack(artist, { title: 'Salt Marsh', ...details })
  const named = ['Voice', 'Text'].map((role) => {
    return { role, name: artist.displayName, userId: artist.id }
  })
  const ofFan = await newTrack(fan, { title: 'Night Market', credits: named }, longFile())
  const release = { title: 'Tidal', type: 'album', allowDownload: true, credits }
  const album = await newPlaylist(artist, release, [salt.id])
  const coverUrl = await upload(artist.call, 'cover', await image())
  await send(artist.call, 'PUT', `/api/playlists/${album.id}`, { coverUrl })
  await newPlaylist(artist, { title: 'Evenings' }, [ofFan.id, salt.id])
  await newTrack(fan, { title: 'Harbor' })
  const publishAt = new Date(Date.now() + 86_400_000).toISOString()
  return {
    ...{ salt, ofFan, album },
    draft: await newTrack(artist, { title: 'Unheard Draft', privacy: 'private' }),
    tomorrow: await newTrack(artist, { title: 'Tomorrow', publishAt }),
    toRemove: await newTrack(artist, { title: 'Borrowed' }),
    ofSpammer: await newTrack(spammer, { title: 'Offers' }),
    mix: await newPlaylist(fan, { title: 'Mornings' }, [salt.id, ofFan.id]),
  }
}

/** Analyzes it and makes its renditions, as the worker of the server does. */
async function process({ db, store }: Site, { id }: TrackDetail) {
  const processor = createAudioProcessor({ niceness: 0, concurrency: 1, maxJobsPerProcess: 50 })
  const deps = { db, store, processor, renditions: true, hasFreeSpace: () => true }
  await processNext(deps, id)
  await processor.close()
}

/** Of two credits, the artist accepts one. */
async function decideCredits({ artist, fan }: People) {
  const path = '/api/account/credits'
  for (const { call } of [artist, fan]) {
    const [first] = await send<{ id: string }[]>(call, 'GET', path)
    await send(call, 'PUT', `${path}/${first?.id}`, { accepted: true })
  }
}

/** One that is compared with the audio of a track, and one that is not complete. */
async function leaveUploads({ call }: Person) {
  const audioUrl = await upload(call, 'audio', tone('Salt Marsh, once more'))
  await send(call, 'POST', '/api/tracks/audio/analysis', { audioUrl })
  const file = Buffer.alloc(limits.uploadPartBytes + 1000, 'sound')
  const { upload: begun } = await requestParts(call, file.length)
  await sendPart(call, begun, { file, partNumber: begun.parts })
}

/** A private link with which somebody listens and leaves a note, which the artist answers. */
async function share(site: Site, { call }: Person, trackId: string) {
  const link = { trackId, name: 'For the label' }
  const created = await send<{ link: { id: string }; url: string }>(
    call,
    'POST',
    '/api/share-links',
    link,
  )
  const token = new URL(created.url).pathname.split('/').at(-1)
  const path = `/api/share/${token}`
  const opened = await site.visitor('GET', path)
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { cookie }
  await (await site.visitor('GET', `${path}/tracks/${trackId}/audio`, { headers })).arrayBuffer()
  const body = { trackId, position: 1, name: 'Jo', text: 'The snare is late.' }
  const note = await site.visitor('POST', `${path}/notes`, { body, headers })
  const { id } = (await note.json()) as { id: string }
  await send(call, 'PUT', `/api/share-links/${created.link.id}/notes/${id}`, {
    answer: 'Thank you.',
  })
}
