import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { follows, likes, users } from '#server/database/schema.ts'
import { follow, like, makeShareLink, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const site = setUpTestApp()
const db = () => site.postgres.db

async function makePair() {
  const [artist, other] = [await makeUser(db()), await makeUser(db())]
  const [asArtist, asOther] = [await site.as(artist), await site.as(other)]
  const block = async () =>
    expect((await asArtist('PUT', `/api/users/${other.id}/block`)).status).toBe(204)
  return { artist, other, asArtist, asOther, block }
}

test('blocks: both follow each other no longer, and cannot until the block ends', async () => {
  const { artist, other, asArtist, asOther, block } = await makePair()
  await follow(db(), artist.id, other.id)
  await follow(db(), other.id, artist.id)
  await block()
  expect(await db().$count(follows)).toBe(0)
  const refused = await asOther('POST', `/api/users/${artist.id}/follow`)
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { message: 'You cannot follow this user.' },
  ])
  expect((await asArtist('POST', `/api/users/${other.id}/follow`)).status).toBe(403)
  await asArtist('DELETE', `/api/users/${other.id}/block`)
  expect((await asOther('POST', `/api/users/${artist.id}/follow`)).status).toBe(200)
})

test('blocks: an earlier like stays and can be withdrawn, but not given again', async () => {
  const { artist, other, asOther, block } = await makePair()
  const { id } = await makeTrack(db(), artist.id)
  await like(db(), other.id, id)
  await block()
  expect(await db().$count(likes, eq(likes.trackId, id))).toBe(1)
  const toggle = () => asOther('POST', `/api/tracks/${id}/like`)
  expect(await (await toggle()).json()).toEqual({ liked: false, likeCount: 0 })
  expect((await toggle()).status).toBe(403)
  expect(await db().$count(likes, eq(likes.trackId, id))).toBe(0)
})

test('blocks: a note from a blocked user does not reach the owner of the link', async () => {
  const { artist, asOther, block } = await makePair()
  const { id } = await makeTrack(db(), artist.id, { privacy: 'private' })
  const { token } = await makeShareLink(db(), { userId: artist.id, trackId: id })
  await block()
  const body = { trackId: id, position: 1, name: 'Jo', text: 'Louder.' }
  expect((await asOther('POST', `/api/share/${token}/notes`, { body })).status).toBe(403)
})

test('blocks: only who has blocked sees it, in the profile and in the list', async () => {
  const { artist, other, asArtist, asOther, block } = await makePair()
  await block()
  await block()
  const isBlocked = async (call: typeof asArtist, id: string) =>
    ((await (await call('GET', `/api/users/${id}`)).json()) as { isBlocked: boolean }).isBlocked
  expect(await isBlocked(asArtist, other.id)).toBe(true)
  expect(await isBlocked(asOther, artist.id)).toBe(false)
  expect(await (await asArtist('GET', '/api/account/blocks')).json()).toMatchObject([
    { id: other.id },
  ])
  expect(await (await asOther('GET', '/api/account/blocks')).json()).toEqual([])
})

test('blocks: no follow survives a block that is made at the same time', async () => {
  for (let round = 0; round < 10; round++) {
    const { artist, other, asOther, block } = await makePair()
    await Promise.all([block(), asOther('POST', `/api/users/${artist.id}/follow`)])
    expect(await db().$count(follows, eq(follows.followerId, other.id))).toBe(0)
  }
})

test('blocks: they are deleted with either user', async () => {
  const { other, asArtist, block } = await makePair()
  await block()
  await db().delete(users).where(eq(users.id, other.id))
  expect(await (await asArtist('GET', '/api/account/blocks')).json()).toEqual([])
})

test('blocks: nobody blocks themselves', async () => {
  const { artist, asArtist } = await makePair()
  expect((await asArtist('PUT', `/api/users/${artist.id}/block`)).status).toBe(400)
})
