import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/database/schema.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { fetchLinkCard } from '#server/testing/mastodon.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const publicUrl = 'https://music.example.org'
const site = setUpTestSite({
  env: { PUBLIC_URL: publicUrl, SESSION_SECRET: 'x'.repeat(32) },
})
const creator = '@maren@folk.example'

/** Not by fetch, which sends the host that it connects to. */
async function fetchOnSite(url: string) {
  const { host, origin } = new URL(url)
  expect(origin).toBe(publicUrl)
  const { statusCode, headers, payload } = await site.app.inject({ url, headers: { host } })
  return new Response(payload, { status: statusCode, headers: headers as Record<string, string> })
}
const cardOf = (path: string) => fetchLinkCard(publicUrl + path, fetchOnSite)

async function makeArtist(fediverse: string | null = creator) {
  const user = await makeUser(site.db, { displayName: 'Maren' })
  await site.db.update(users).set({ fediverse }).where(eq(users.id, user.id))
  return user
}

test('Mastodon: the card of a track plays it in a frame and names its author', async () => {
  const { id, slug } = await makeTrack(site.db, (await makeArtist()).id, { title: 'Hinge' })
  expect(await cardOf(`/track/${slug}`)).toEqual({
    type: 'video',
    url: `${publicUrl}/track/${slug}`,
    title: 'Hinge by Maren · Soundpost',
    image: `${publicUrl}/square-images/track/${id}.jpg`,
    author: creator,
    width: 640,
    height: 166,
    player: `${publicUrl}/embed/track/${slug}`,
  })
})

test('Mastodon: an unlisted track has a card that plays, a private one has none', async () => {
  const { id } = await makeArtist()
  const unlisted = await makeTrack(site.db, id, { privacy: 'unlisted' })
  expect(await cardOf(`/track/${unlisted.slug}`)).toMatchObject({
    ...{ type: 'video', author: creator, url: `${publicUrl}/track/${unlisted.slug}` },
  })
  const hidden = await makeTrack(site.db, id, { privacy: 'private' })
  expect(await cardOf(`/track/${hidden.slug}`)).toBeUndefined()
})

test('Mastodon: cards of playlists and releases play, and name the author', async () => {
  const { id } = await makeArtist()
  const track = await makeTrack(site.db, id)
  const playlist = await makePlaylist(site.db, id, [track.id])
  const release = await makePlaylist(site.db, id, [track.id], { type: 'album' })
  for (const [path, slug] of [
    [`/playlist/${playlist.slug}`, playlist.slug],
    [`/album/${release.slug}`, release.slug],
  ])
    expect(await cardOf(path ?? '')).toMatchObject({
      ...{ type: 'video', author: creator, width: 640, height: 400 },
      player: `${publicUrl}/embed/playlist/${slug}`,
    })
})

test('Mastodon: the card of a profile names its user, whose account may be missing', async () => {
  const [named, unnamed] = [await makeArtist(), await makeArtist(null)]
  expect(await cardOf(`/profile/${named.id}`)).toMatchObject({ type: 'link', author: creator })
  expect(await cardOf(`/profile/${named.username}`)).toMatchObject({ author: creator })
  expect((await cardOf(`/profile/${unnamed.id}`))?.author).toBeUndefined()
  const { slug } = await makeTrack(site.db, unnamed.id)
  expect((await cardOf(`/track/${slug}`))?.author).toBeUndefined()
})

test('Mastodon: the player may be in a frame of any site, as Mastodon requires', async () => {
  const { slug } = await makeTrack(site.db, (await makeArtist()).id)
  const card = await cardOf(`/track/${slug}`)
  const response = await fetchOnSite(card?.player ?? '')
  expect(response.status).toBe(200)
  expect(response.headers.get('x-frame-options')).toBeNull()
  expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *')
})
