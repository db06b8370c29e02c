import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { placeholderSvg } from '#brand/placeholder.ts'
import { playlists, tracks, users } from '#server/database/schema.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { diskAnd, startTestS3 } from '#server/testing/s3.ts'
import { createImage } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'

const s3 = await startTestS3()

async function widthOf(response: Response) {
  return (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width
}

describe.each(diskAnd(s3))('images from %s', (kind) => {
  let withImages: { artwork: string; cover: string; avatar: string }
  let makePrivate: () => Promise<void>
  const site = setUpTestSite({ objects: kind === 's3' ? s3?.config : undefined })
  beforeAll(async () => {
    const square = await createImage({ width: 1000, height: 1000, format: 'jpeg' })
    const { db, owner, asOwner } = site
    const artworkPath = await upload(asOwner, 'artwork', square)
    const coverPath = await upload(asOwner, 'cover', square)
    await upload(asOwner, 'profile image', square)
    const track = await makeTrack(db, owner.id, { artworkPath })
    const playlist = await makePlaylist(db, owner.id)
    await db.update(playlists).set({ coverPath }).where(eq(playlists.id, playlist.id))
    withImages = {
      artwork: `/api/tracks/${track.id}/artwork`,
      cover: `/api/playlists/${playlist.id}/cover`,
      avatar: `/api/users/${owner.id}/avatar`,
    }
    makePrivate = async () => {
      await db.update(tracks).set({ privacy: 'private' }).where(eq(tracks.id, track.id))
      await db.update(playlists).set({ privacy: 'private' }).where(eq(playlists.id, playlist.id))
    }
  })

  test('images: the next larger stored width is served as webp', async () => {
    for (const path of Object.values(withImages)) {
      for (const [query, width] of [
        ['?w=96', 96],
        ['?w=97', 192],
        ['?w=4000', 768],
        ['', 768],
      ]) {
        const response = await site.visitor('GET', path + query, { redirect: 'follow' })
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
        expect(await widthOf(response), path + query).toBe(width)
      }
    }
    expect((await site.visitor('GET', `${withImages.artwork}?w=-1`)).status).toBe(400)
  })

  test('images: a versioned URL of a public image is cacheable, any other is revalidated', async () => {
    const caching = async (query: string) =>
      (await site.visitor('GET', withImages.artwork + query)).headers.get('cache-control')
    expect(await caching('?v=1')).toBe(
      kind === 's3' ? 'private, max-age=1800' : 'private, max-age=31536000, immutable',
    )
    expect(await caching('')).toBe('private, no-cache')
  })

  test('images: private ones return 404 to other users, whatever they have cached', async () => {
    const cached = { headers: { 'if-none-match': '*' } }
    await makePrivate()
    for (const [path, message] of [
      [withImages.artwork, 'Track not found'],
      [withImages.cover, 'Playlist not found'],
    ] as const) {
      for (const caller of [site.visitor, site.asOtherUser]) {
        const response = await caller('GET', `${path}?v=1`, cached)
        expect([response.status, await response.json()]).toEqual([404, { message }])
      }
      for (const caller of [site.asOwner, site.asAdministrator]) {
        const response = await caller('GET', `${path}?v=1`)
        expect(response.status).toBe(kind === 's3' ? 302 : 200)
        expect(response.headers.get('cache-control')).toBe('private, no-cache')
      }
    }
  })
})

describe('placeholder images', () => {
  const site = setUpTestSite()

  test('placeholder images: they are generated from the id, with sandbox headers', async () => {
    const track = await makeTrack(site.db, site.owner.id)
    const playlist = await makePlaylist(site.db, site.owner.id)
    for (const [path, id] of [
      [`/api/tracks/${track.id}/artwork`, track.id],
      [`/api/playlists/${playlist.id}/cover`, playlist.id],
    ] as const) {
      const response = await site.visitor('GET', path)
      expect(response.headers.get('content-type')).toBe('image/svg+xml')
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.text()).toBe(placeholderSvg(id))
      const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
      expect((await site.visitor('GET', path, { headers })).status).toBe(304)
    }
  })

  test('placeholder images: an image at the identity provider is never fetched or linked', async () => {
    const { id } = await makeUser(site.db, { profileImageUrl: 'https://evil.example/me.png' })
    const response = await site.visitor('GET', `/api/users/${id}/avatar`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  test('placeholder images: a missing user has none', async () => {
    await site.db.delete(users).where(eq(users.id, site.otherUser.id))
    const response = await site.visitor('GET', `/api/users/${site.otherUser.id}/avatar`)
    expect([response.status, await response.json()]).toEqual([404, { message: 'User not found' }])
  })
})
