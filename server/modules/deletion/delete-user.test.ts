import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Playlist } from '#contract/playlists.ts'
import type { Profile } from '#contract/users.ts'
import {
  accounts,
  comments,
  follows,
  likes,
  playlists,
  playlistTracks,
  plays,
  providerRecords,
  reposts,
  sessions,
  tracks,
  uploads,
  users,
} from '#server/database/schema.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import type { Caller } from '#server/testing/app.ts'
import {
  makePlaylist,
  makeRepost,
  makeTrack,
  makeUpload,
  makeUser,
  makeUsers,
} from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const adminId = randomUUID()
const rivals = [randomUUID(), randomUUID()]
let asAdmin: Caller

const site = setUpTestApp({ env: { ADMIN_USER_IDS: [adminId, ...rivals].join(',') } })
beforeAll(async () => {
  await makeUser(db(), { id: adminId })
  asAdmin = await site.as({ id: adminId })
})

const db = () => site.postgres.db
const remove = (call: Caller, id: string) => call('DELETE', `/api/users/${id}/admin`)
const read = async <T>(response: Promise<Response>) => (await (await response).json()) as T

/** Denormalized counts must equal the number of rows, and no row may have a dangling reference. */
async function expectConsistentRows() {
  const { rows } = await db().execute(sql`
    select
      (select count(*)::int from tracks t where like_count <> (select count(*) from likes where track_id = t.id)) as likes,
      (select count(*)::int from playlists p where track_count <> (select count(*) from playlist_tracks where playlist_id = p.id)) as entries,
      (select count(*)::int from (select position, row_number() over (partition by playlist_id order by position) - 1 as due
        from playlist_tracks) numbered where position <> due) as positions,
      (select count(*)::int from plays where track_id not in (select id from tracks)) as plays,
      (select count(*)::int from sessions where sess ->> 'userId' not in (select id::text from users)) as sessions`)
  expect(rows[0]).toEqual({ likes: 0, entries: 0, positions: 0, plays: 0, sessions: 0 })
}

test('deleting a user: only the administrator can, and not their own account', async () => {
  const member = await makeUser(db())
  const asUser = await site.as(member)
  expect((await remove(site.visitor, member.id)).status).toBe(401)
  expect((await remove(asUser, member.id)).status).toBe(403)
  expect((await remove(asUser, adminId)).status).toBe(403)
  const own = await remove(asAdmin, adminId)
  expect(own.status).toBe(400)
  expect(await own.json()).toEqual({ message: 'You cannot delete your own account' })
  expect((await remove(asAdmin, randomUUID())).status).toBe(404)
  expect((await remove(asAdmin, 'no-id')).status).toBe(404)
  expect(await db().$count(users, inArray(users.id, [member.id, adminId]))).toBe(2)
})

test('deleting a user: everything they own is deleted, and counts of other users’ items are updated', async () => {
  const [deleted, staying] = [await makeUser(db()), await makeUser(db())]
  const [asDeleted, asStaying] = [await site.as(deleted), await site.as(staying)]
  const othersTrack = await makeTrack(db(), deleted.id)
  const [first, last] = [await makeTrack(db(), staying.id), await makeTrack(db(), staying.id)]
  const mine = await makePlaylist(db(), staying.id, [first.id, othersTrack.id, last.id])
  const gone = await makePlaylist(db(), deleted.id, [first.id])
  await asDeleted('POST', `/api/tracks/${first.id}/like`)
  await asStaying('POST', `/api/tracks/${othersTrack.id}/like`)
  await asStaying('POST', `/api/tracks/${othersTrack.id}/play`)
  await asDeleted('POST', `/api/users/${staying.id}/follow`)
  await asStaying('POST', `/api/users/${deleted.id}/follow`)
  await db()
    .insert(comments)
    .values([
      { userId: deleted.id, trackId: first.id, content: 'Lovely' },
      { userId: staying.id, trackId: othersTrack.id, content: 'Thanks' },
    ])
  await makeRepost(db(), deleted.id, { trackId: first.id })
  await makeRepost(db(), staying.id, { trackId: othersTrack.id })
  await makeRepost(db(), staying.id, { playlistId: gone.id })

  expect((await remove(asAdmin, deleted.id)).status).toBe(204)

  const remaining = await read<Playlist>(asStaying('GET', `/api/playlists/${mine.id}`))
  expect(remaining.trackCount).toBe(2)
  expect(await db().$count(tracks, eq(tracks.userId, deleted.id))).toBe(0)
  expect(await db().$count(likes)).toBe(0)
  expect(await db().$count(follows)).toBe(0)
  expect(await db().$count(comments)).toBe(0)
  expect(await db().$count(reposts)).toBe(0)
  expect(await db().$count(plays, eq(plays.trackId, othersTrack.id))).toBe(0)
  expect(await db().$count(playlists, eq(playlists.id, gone.id))).toBe(0)
  expect(await db().$count(playlistTracks, eq(playlistTracks.playlistId, gone.id))).toBe(0)
  expect(await read<Profile>(asStaying('GET', `/api/users/${staying.id}`))).toMatchObject({
    followerCount: 0,
    followingCount: 0,
  })
  expect((await asDeleted('GET', '/api/auth/user')).status).toBe(401)
  expect((await site.visitor('GET', `/api/users/${deleted.id}`)).status).toBe(404)
  await expectConsistentRows()
})

test('deleting a user: their files are removed, other users’ files stay', async () => {
  const [deleted, staying] = [await makeUser(db()), await makeUser(db())]
  const asDeleted = await site.as(deleted)
  const upload = (kind: 'audio' | 'image') => makeUpload(db(), deleted.id, kind)
  const [audio, artwork, cover, others] = [
    await upload('audio'),
    await upload('image'),
    await upload('image'),
    await makeUpload(db(), staying.id, 'audio'),
  ]
  await asDeleted('POST', '/api/tracks', {
    body: { title: 'Mine', audioUrl: audio.objectPath, artworkUrl: artwork.objectPath },
  })
  const { id } = await makePlaylist(db(), deleted.id)
  await asDeleted('PUT', `/api/playlists/${id}`, { body: { coverUrl: cover.objectPath } })
  expect((await remove(asAdmin, deleted.id)).status).toBe(204)
  const remaining = await db().select().from(uploads)
  const stateOf = ({ objectPath }: { objectPath: string }) =>
    remaining.find((row) => row.objectPath === objectPath)?.state
  expect([audio, artwork, cover].map(stateOf)).toEqual(['released', 'released', 'released'])
  expect(stateOf(others)).toBe('registered')
})

test('deleting a user: their sign-in account and all their sessions are deleted', async () => {
  const member = randomAccount()
  const browser = await createAccount(site.config.publicUrl, member)
  const [user] = await db().select().from(users).where(eq(users.email, member.email))
  expect((await browser.open('/api/auth/user')).status).toBe(200)
  expect(await db().$count(accounts, eq(accounts.email, member.email))).toBe(1)

  expect((await remove(asAdmin, user?.id ?? '')).status).toBe(204)

  expect((await browser.open('/api/auth/user')).status).toBe(401)
  expect(await db().$count(accounts, eq(accounts.email, member.email))).toBe(0)
  expect(await db().$count(sessions, sql`sess ->> 'userId' = ${user?.id}`)).toBe(0)
  const records = sql`${providerRecords.payload} ->> 'accountId' = ${user?.subject}`
  expect(await db().$count(providerRecords, records)).toBe(0)
  await expect(signIn(site.config.publicUrl, member)).rejects.toThrow()
})

test('deleting a user: concurrent requests leave no orphaned rows and no wrong counts', async () => {
  const deleted = await makeUser(db())
  const asDeleted = await site.as(deleted)
  const fans = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const fan = await makeUser(db())
      const call = await site.as(fan)
      const own = await makeTrack(db(), fan.id)
      return { fan, call, own, list: await makePlaylist(db(), fan.id, [own.id]) }
    }),
  )
  const othersTrack = await Promise.all(
    Array.from({ length: 6 }, () => makeTrack(db(), deleted.id)),
  )
  const audio = await Promise.all(
    Array.from({ length: 4 }, () => makeUpload(db(), deleted.id, 'audio')),
  )
  const busy = () =>
    fans.flatMap(({ fan, call, own, list }) => [
      ...othersTrack.flatMap((track) => [
        call('POST', `/api/tracks/${track.id}/like`),
        call('POST', `/api/tracks/${track.id}/play`),
        call('POST', `/api/playlists/${list.id}/tracks`, { body: { trackId: track.id } }),
      ]),
      call('POST', `/api/users/${deleted.id}/follow`),
      asDeleted('POST', `/api/users/${fan.id}/follow`),
      asDeleted('POST', `/api/tracks/${own.id}/like`),
    ])
  const responses = await Promise.all([
    ...busy(),
    remove(asAdmin, deleted.id),
    asDeleted('PUT', '/api/users/profile', { body: { displayName: 'Too late' } }),
    asDeleted('POST', '/api/playlists', { body: { title: 'Too late' } }),
    ...audio.map(({ objectPath }) =>
      asDeleted('POST', '/api/tracks', { body: { title: 'Too late', audioUrl: objectPath } }),
    ),
    ...busy(),
  ])
  expect(responses.map((response) => response.status).filter((status) => status >= 500)).toEqual([])
  expect(await db().$count(users, eq(users.id, deleted.id))).toBe(0)
  expect(await db().$count(tracks, eq(tracks.userId, deleted.id))).toBe(0)
  await expectConsistentRows()
})

test('deleting a user: two users who like each other’s tracks are deleted without deadlock', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => makeUser(db())))
  const made = await Promise.all(
    members.map(async ({ id }) => [
      await makeTrack(db(), id, { genre: 'pop' }),
      await makeTrack(db(), id, { genre: 'jazz' }),
    ]),
  )
  const all = made.flat().map((track) => track.id)
  for (const member of members) {
    await makePlaylist(db(), member.id, all)
    await db()
      .insert(likes)
      .values(all.map((trackId) => ({ userId: member.id, trackId })))
  }
  await db().update(tracks).set({ likeCount: members.length }).where(inArray(tracks.id, all))
  const responses = await Promise.all(members.map(({ id }) => remove(asAdmin, id)))
  expect(responses.map((response) => response.status)).toEqual(members.map(() => 204))
  await expectConsistentRows()
})

test('deleting a user: of two concurrent requests one succeeds', async () => {
  const { id } = await makeUser(db())
  const responses = await Promise.all([remove(asAdmin, id), remove(asAdmin, id)])
  expect(responses.map((response) => response.status).sort()).toEqual([204, 404])
})

/** Resolves once this many transactions wait for a lock. */
const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await db().execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(count)
    },
    { timeout: 20_000 },
  )

test('deleting a user: of two administrators who delete each other at once, one remains', async () => {
  await makeUsers(
    db(),
    rivals.map((id) => ({ id })),
  )
  const [asFirst, asSecond] = await Promise.all(rivals.map((id) => site.as({ id })))
  const [first = '', second = ''] = rivals
  // Both are authorized before either is deleted.
  const deletions = await db().transaction(async (tx) => {
    await tx.execute(sql`select from users where id = any(${sql.param(rivals)}::uuid[]) for update`)
    const started = [remove(asFirst as Caller, second), remove(asSecond as Caller, first)]
    await waiting(started.length)
    return started
  })
  const responses = await Promise.all(deletions)
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 401])
  expect(await db().$count(users, inArray(users.id, rivals))).toBe(1)
})
