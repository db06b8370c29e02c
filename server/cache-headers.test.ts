import { expect, test } from 'vitest'
import { makePlaylist, makeTrack } from './testing/factories.ts'
import { setUpTestSite } from './testing/set-up.ts'

const site = setUpTestSite()

const cacheControl = async (response: Promise<Response>) =>
  (await response).headers.get('cache-control')

test('JSON that depends on the caller is stored by no cache, errors included', async () => {
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

test('the public feed is revalidated, and images and audio of private tracks are never shared', async () => {
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

test('what shared caches may store is the same for every caller, cookie, forwarded host and query', async () => {
  const { db, owner, config } = site
  const track = await makeTrack(db, owner.id)
  const playlist = await makePlaylist(db, owner.id, [track.id])
  const page = encodeURIComponent(`${config.publicUrl}/track/${track.slug}`)
  const paths = [
    ...['/robots.txt', '/opensearch.xml', '/manifest.webmanifest', '/app-shell'],
    ...['/sitemap.xml', '/sitemap/pages.xml', '/sitemap/tracks-1.xml', `/oembed?url=${page}`],
    ...[`/profile/${owner.id}/feed.xml`, `/playlist/${playlist.id}/feed.xml`],
    ...[`/embed/track/${track.id}`, `/embed/playlist/${playlist.slug}`],
    `/square-images/track/${track.id}.jpg?size=96`,
  ]
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-original-url': '/api/logout',
    'accept-language': '"><script>',
    'accept-encoding': 'identity',
  }
  for (const path of paths) {
    const plain = await site.visitor('GET', path, { headers: { 'accept-encoding': 'identity' } })
    const body = await plain.text()
    expect(plain.status, path).toBe(200)
    for (const call of [site.visitor, site.asOwner, site.asAdministrator]) {
      const more = path.includes('?') ? '&x=evil.example' : '?x=evil.example'
      const response = await call('GET', path + more, { headers })
      expect(await response.text(), path).toBe(body)
      expect(response.headers.get('set-cookie'), path).toBeNull()
      expect(response.headers.get('cache-control'), path).toBe(plain.headers.get('cache-control'))
    }
  }
})

test('responses that do not say otherwise are stored by no cache, also outside of the API', async () => {
  for (const path of ['/healthz', '/oidc/jwks', '/oidc/nothing', '/embed/track/%00', '/%zz'])
    expect([path, await cacheControl(site.visitor('GET', path))]).toEqual([
      path,
      'private, no-store',
    ])
})

test('what can become private is stored by no shared cache', async () => {
  const { db, owner, config } = site
  const track = await makeTrack(db, owner.id)
  const page = encodeURIComponent(`${config.publicUrl}/track/${track.slug}`)
  for (const path of [`/oembed?url=${page}`, `/square-images/track/${track.id}.jpg?size=96`]) {
    const response = await site.visitor('GET', path)
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
  }
})
