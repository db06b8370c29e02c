import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { comments, playlistDailyStats } from '#server/database/schema.ts'
import { flushAllPlays } from '../flush-plays.ts'
import { startListenBrainz } from '../listenbrainz.ts'
import type { Content } from './content.ts'
import type { People, Person, Site } from './people.ts'
import { send } from './send.ts'

export async function addListening(
  site: Site,
  { people, content, comments }: { people: People; content: Content; comments: number },
) {
  const { artist, fan } = people
  const { salt, ofFan, album, mix } = content
  await listen(site, fan, salt.id)
  await listen(site, artist, ofFan.id)
  await send(people.spammer.call, 'POST', `/api/tracks/${salt.id}/play`)
  await download(site, content)
  await flushAllPlays(site.db)
  await send(fan.call, 'PUT', `/api/library/playlists/${album.id}`)
  await send(artist.call, 'PUT', `/api/library/playlists/${mix.id}`)
  await send(fan.call, 'PUT', `/api/playlists/${album.id}/repost`)
  await send(artist.call, 'PUT', `/api/tracks/${ofFan.id}/repost`)
  await discuss(people, content)
  await addComments(site, people, { trackId: ofFan.id, count: comments })
}

async function listen(site: Site, { call }: Person, trackId: string) {
  await send(call, 'POST', `/api/tracks/${trackId}/like`)
  await site.visitor('POST', `/api/tracks/${trackId}/play`, { body: { referrer: 'blog.example' } })
  await send(call, 'POST', `/api/tracks/${trackId}/play`, { referrer: 'blog.example' })
  await send(call, 'POST', `/api/tracks/${trackId}/retention`, {
    listenId: randomUUID(),
    position: 1,
  })
  await send(call, 'POST', '/api/library/history', { trackId })
  await send(call, 'PUT', '/api/library/following-seen')
  await send(call, 'PUT', '/api/player/state', {
    ...{
      version: 0,
      deviceId: randomUUID(),
      playing: false,
      position: 1,
      tracks: [trackId],
      index: 0,
    },
    ...{ added: [], original: null, source: 'Evenings', repeat: 'all' },
    resume: [{ trackId, position: 1 }],
  })
  await scrobble(call, trackId)
}

/** To a service that is down, so that the listen waits. */
async function scrobble(call: Person['call'], trackId: string) {
  const service = await startListenBrainz('good')
  const account = { token: 'good', url: service.url }
  await send(call, 'PUT', '/api/account/scrobbling/listenbrainz', account)
  service.set('down')
  await send(call, 'POST', '/api/player/scrobbles', { trackId, secondsAgo: 60 })
  service.close()
}

async function download({ db, visitor }: Site, { salt, album }: Content) {
  for (const path of [`/api/tracks/${salt.id}/download`, `/api/playlists/${album.id}/download`])
    await (await visitor('GET', path)).arrayBuffer()
  await vi.waitFor(async () => {
    if ((await db.$count(playlistDailyStats)) === 0) throw new Error('The download is not counted.')
  })
}

async function discuss({ artist, fan }: People, { salt, ofFan }: Content) {
  const path = `/api/tracks/${salt.id}/comments`
  const said = { text: 'What a bass line.', position: 1 }
  const { id: parentId } = await send<{ id: string }>(fan.call, 'POST', path, said)
  await send(artist.call, 'POST', path, { text: 'Thank you.', parentId })
  await send(artist.call, 'PUT', `/api/comments/${parentId}/pin`)
  await send(artist.call, 'POST', `/api/tracks/${ofFan.id}/comments`, { text: 'Which microphone?' })
}

/** With a reply to each. By SQL, because so many calls would take longer than all others. */
async function addComments(
  { db }: Site,
  { fan }: People,
  { trackId, count }: { trackId: string; count: number },
) {
  const by = { userId: fan.id, trackId }
  const made = Array.from({ length: count }, (_, number) => {
    return { ...by, id: randomUUID(), content: `Comment ${number}` }
  })
  await db.insert(comments).values(made)
  await db
    .insert(comments)
    .values(made.map(({ id }, number) => ({ ...by, parentId: id, content: `Reply ${number}` })))
}
