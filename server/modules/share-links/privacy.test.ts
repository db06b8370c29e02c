import { expect, test } from 'vitest'
import { makePlaylist, makeShareLink, makeTrack } from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

/** A private track of the owner with its file. */
async function makeAudible(title: string) {
  const track = await makeTrack(site.db, site.owner.id, { privacy: 'private', title })
  const key = track.audioPath.replace('/objects/', '')
  await site.store.write(key, fixture('tone.mp3'), { contentType: 'audio/mpeg' })
  return track
}
async function share(item: { trackId: string; playlistId?: string }) {
  const { token } = await makeShareLink(site.db, { userId: site.owner.id, ...item })
  return `/api/share/${token}`
}
/** For somebody who has an account and the link. */
async function statusOf(path: string) {
  const response = await site.asOtherUser('GET', path)
  await response.arrayBuffer()
  return response.status
}

test('share links: what is shared is in no list, search, feed, sitemap or history', async () => {
  const title = 'Unheard Harmonium'
  const track = await makeAudible(title)
  const album = await makePlaylist(site.db, site.owner.id, [track.id], {
    type: 'album',
    privacy: 'private',
    title,
  })
  for (const item of [{}, { playlistId: album.id }]) {
    const path = await share({ trackId: track.id, ...item })
    expect(await (await site.asOtherUser('GET', path)).text()).toContain(title)
    expect(await statusOf(`${path}/tracks/${track.id}/audio`)).toBe(200)
    await site.asOtherUser('POST', `${path}/tracks/${track.id}/play`)
  }
  const { id } = site.owner
  const sitemap = await (await site.visitor('GET', '/sitemap.xml')).text()
  const sitemaps = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  const lists = [
    ...['/api/tracks', `/api/tracks?userId=${id}`, '/api/playlists', '/api/discover'],
    ...['/api/search?q=Harmonium', `/profile/${id}/feed.xml`, '/robots.txt', '/sitemap.xml'],
    ...['/api/library', '/api/library/history', '/api/player/state', `/api/users/${id}`],
    ...sitemaps,
  ]
  for (const list of lists) {
    const text = await (await site.asOtherUser('GET', list)).text()
    expect([list, text.includes(title), text.includes(track.id)]).toEqual([list, false, false])
  }
})

test('share links: whoever has one can do no more with the track than hear it', async () => {
  const track = await makeAudible('Unheard')
  const path = await share({ trackId: track.id })
  expect(await statusOf(`${path}/tracks/${track.id}/audio`)).toBe(200)
  const list = await makePlaylist(site.db, site.otherUser.id)
  const { id } = track
  const attempts: [string, string, object?][] = [
    ...['', '/waveform', '/artwork', '/download', '/stats', '/versions'].map(
      (below): [string, string] => ['GET', `/api/tracks/${id}${below}`],
    ),
    ['POST', `/api/tracks/${id}/like`],
    ['POST', `/api/tracks/${id}/play`],
    ['POST', `/api/playlists/${list.id}/tracks`, { trackId: id }],
    ['POST', '/api/library/history', { trackId: id }],
    ['POST', '/api/reports', { kind: 'track', id, reason: 'spam' }],
    ['POST', '/api/share-links', { trackId: id, name: 'Mine' }],
  ]
  for (const [method, path, body] of attempts) {
    const { status } = await site.asOtherUser(method, path, body && { body })
    expect([method, path, status]).toEqual([method, path, 404])
  }
})
