import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePlaylist, makeTrack } from './testing/factories.ts'
import { startTestSite, type TestSite } from './testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

const cacheControl = async (response: Promise<Response>) =>
  (await response).headers.get('cache-control')

it('JSON that depends on the caller is stored by no cache, errors included', async () => {
  const track = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  const playlist = await makePlaylist(site.db, site.owner.id, [], {
    privacy: 'private',
  })
  const paths = [
    ...['/api/auth/user', '/api/tracks', '/api/discover', '/api/search?q=a', '/api/users'],
    ...[`/api/tracks/slug/${track.slug}`, `/api/playlists/slug/${playlist.slug}`],
    ...[`/api/users/${site.owner.id}`, `/api/tracks/${track.id}/audio`, '/api/nothing'],
  ]
  for (const path of paths)
    for (const call of [site.asOwner, site.asOtherUser, site.asAdministrator])
      expect([path, await cacheControl(call('GET', path))]).toEqual([path, 'private, no-store'])
  const write = site.asOwner('POST', '/api/playlists', { body: { title: 'Rain' } })
  expect(await cacheControl(write)).toBe('private, no-store')
})

it('the public feed is revalidated, and images and audio of private tracks are never shared', async () => {
  for (let i = 0; i < 2; i++) {
    const feed = await site.visitor('GET', '/api/discover')
    expect([feed.headers.get('cache-control'), feed.headers.has('etag')]).toEqual([
      'no-cache',
      true,
    ])
  }
  const { id } = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  const artwork = `/api/tracks/${id}/artwork?w=48&v=1`
  expect(await cacheControl(site.asOwner('GET', artwork))).toBe('private, no-cache')
  const hidden = await site.visitor('GET', artwork)
  expect([hidden.status, hidden.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
})
