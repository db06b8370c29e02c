import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  sessions,
  tracks,
  uploads,
  users,
} from '#server/database/schema.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { type Caller, startTestApp, type TestApp } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUpload, makeUser } from '#server/testing/factories.ts'

let site: TestApp
let adminId: string
let asAdmin: Caller

beforeAll(async () => {
  adminId = randomUUID()
  site = await startTestApp({ env: { ADMIN_USER_IDS: adminId } })
  await makeUser(db(), { id: adminId })
  asAdmin = await site.as({ id: adminId })
})
afterAll(() => site.close())

const db = () => site.postgres.db
const remove = (call: Caller, id: string) => call('DELETE', `/api/users/${id}/admin`)
const read = async <T>(response: Promise<Response>) => (await (await response).json()) as T

/** Counts that are kept beside rows must say what the rows say, and no row may point to nothing. */
async function expectAllInOrder() {
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

describe('who can delete a user', () => {
  it('deleting a user: only the administrator can, and not their own account', async () => {
    const person = await makeUser(db())
    const asPerson = await site.as(person)
    expect((await remove(site.visitor, person.id)).status).toBe(401)
    expect((await remove(asPerson, person.id)).status).toBe(403)
    expect((await remove(asPerson, adminId)).status).toBe(403)
    const own = await remove(asAdmin, adminId)
    expect(own.status).toBe(400)
    expect(await own.json()).toEqual({ message: 'You cannot delete your own account' })
    expect((await remove(asAdmin, randomUUID())).status).toBe(404)
    expect((await remove(asAdmin, 'no-id')).status).toBe(404)
    expect(await db().$count(users, inArray(users.id, [person.id, adminId]))).toBe(2)
  })
})

describe('what is deleted with a user', () => {
  it('deleting a user: everything they own is deleted, and counts of other users’ items are updated', async () => {
    const [leaving, staying] = [await makeUser(db()), await makeUser(db())]
    const [asLeaving, asStaying] = [await site.as(leaving), await site.as(staying)]
    const theirs = await makeTrack(db(), leaving.id)
    const [first, last] = [await makeTrack(db(), staying.id), await makeTrack(db(), staying.id)]
    const mine = await makePlaylist(db(), staying.id, [first.id, theirs.id, last.id])
    const gone = await makePlaylist(db(), leaving.id, [first.id])
    await asLeaving('POST', `/api/tracks/${first.id}/like`)
    await asStaying('POST', `/api/tracks/${theirs.id}/like`)
    await asStaying('POST', `/api/tracks/${theirs.id}/play`)
    await asLeaving('POST', `/api/users/${staying.id}/follow`)
    await asStaying('POST', `/api/users/${leaving.id}/follow`)
    await db()
      .insert(comments)
      .values([
        { userId: leaving.id, trackId: first.id, content: 'Lovely' },
        { userId: staying.id, trackId: theirs.id, content: 'Thanks' },
      ])

    expect((await remove(asAdmin, leaving.id)).status).toBe(204)

    const kept = await read<Playlist>(asStaying('GET', `/api/playlists/${mine.id}`))
    expect(kept.trackCount).toBe(2)
    expect(await db().$count(tracks, eq(tracks.userId, leaving.id))).toBe(0)
    expect(await db().$count(likes)).toBe(0)
    expect(await db().$count(follows)).toBe(0)
    expect(await db().$count(comments)).toBe(0)
    expect(await db().$count(plays, eq(plays.trackId, theirs.id))).toBe(0)
    expect(await db().$count(playlists, eq(playlists.id, gone.id))).toBe(0)
    expect(await db().$count(playlistTracks, eq(playlistTracks.playlistId, gone.id))).toBe(0)
    expect(await read<Profile>(asStaying('GET', `/api/users/${staying.id}`))).toMatchObject({
      followerCount: 0,
      followingCount: 0,
    })
    expect((await asLeaving('GET', '/api/auth/user')).status).toBe(401)
    expect((await site.visitor('GET', `/api/users/${leaving.id}`)).status).toBe(404)
    await expectAllInOrder()
  })

  it('deleting a user: their files are removed, other users’ files stay', async () => {
    const [leaving, staying] = [await makeUser(db()), await makeUser(db())]
    const asLeaving = await site.as(leaving)
    const upload = (kind: 'audio' | 'image') => makeUpload(db(), leaving.id, kind)
    const [audio, artwork, cover, others] = [
      await upload('audio'),
      await upload('image'),
      await upload('image'),
      await makeUpload(db(), staying.id, 'audio'),
    ]
    await asLeaving('POST', '/api/tracks', {
      body: { title: 'Mine', audioUrl: audio.objectPath, artworkUrl: artwork.objectPath },
    })
    const { id } = await makePlaylist(db(), leaving.id)
    await asLeaving('PUT', `/api/playlists/${id}`, { body: { coverUrl: cover.objectPath } })
    expect((await remove(asAdmin, leaving.id)).status).toBe(204)
    const kept = await db().select().from(uploads)
    const stateOf = ({ objectPath }: { objectPath: string }) =>
      kept.find((row) => row.objectPath === objectPath)?.state
    expect([audio, artwork, cover].map(stateOf)).toEqual(['released', 'released', 'released'])
    expect(stateOf(others)).toBe('registered')
  })

  it('deleting a user: their sign-in account and all their sessions are deleted', async () => {
    const person = randomAccount()
    const browser = await createAccount(site.config.publicUrl, person)
    const [user] = await db().select().from(users).where(eq(users.email, person.email))
    expect((await browser.open('/api/auth/user')).status).toBe(200)
    expect(await db().$count(accounts, eq(accounts.email, person.email))).toBe(1)

    expect((await remove(asAdmin, user?.id ?? '')).status).toBe(204)

    expect((await browser.open('/api/auth/user')).status).toBe(401)
    expect(await db().$count(accounts, eq(accounts.email, person.email))).toBe(0)
    expect(await db().$count(sessions, sql`sess ->> 'userId' = ${user?.id}`)).toBe(0)
    const records = sql`${providerRecords.payload} ->> 'accountId' = ${user?.subject}`
    expect(await db().$count(providerRecords, records)).toBe(0)
    await expect(signIn(site.config.publicUrl, person)).rejects.toThrow()
  })
})

describe('deleting a user under load', () => {
  it('deleting a user: concurrent requests leave no orphaned rows and no wrong counts', async () => {
    const leaving = await makeUser(db())
    const asLeaving = await site.as(leaving)
    const fans = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const fan = await makeUser(db())
        const call = await site.as(fan)
        const own = await makeTrack(db(), fan.id)
        return { fan, call, own, list: await makePlaylist(db(), fan.id, [own.id]) }
      }),
    )
    const theirs = await Promise.all(Array.from({ length: 6 }, () => makeTrack(db(), leaving.id)))
    const audio = await Promise.all(
      Array.from({ length: 4 }, () => makeUpload(db(), leaving.id, 'audio')),
    )
    const busy = () =>
      fans.flatMap(({ fan, call, own, list }) => [
        ...theirs.flatMap((track) => [
          call('POST', `/api/tracks/${track.id}/like`),
          call('POST', `/api/tracks/${track.id}/play`),
          call('POST', `/api/playlists/${list.id}/tracks`, { body: { trackId: track.id } }),
        ]),
        call('POST', `/api/users/${leaving.id}/follow`),
        asLeaving('POST', `/api/users/${fan.id}/follow`),
        asLeaving('POST', `/api/tracks/${own.id}/like`),
      ])
    const responses = await Promise.all([
      ...busy(),
      remove(asAdmin, leaving.id),
      asLeaving('PUT', '/api/users/profile', { body: { displayName: 'Too late' } }),
      asLeaving('POST', '/api/playlists', { body: { title: 'Too late' } }),
      ...audio.map(({ objectPath }) =>
        asLeaving('POST', '/api/tracks', { body: { title: 'Too late', audioUrl: objectPath } }),
      ),
      ...busy(),
    ])
    expect(responses.map((response) => response.status).filter((status) => status >= 500)).toEqual(
      [],
    )
    expect(await db().$count(users, eq(users.id, leaving.id))).toBe(0)
    expect(await db().$count(tracks, eq(tracks.userId, leaving.id))).toBe(0)
    await expectAllInOrder()
  })

  it('deleting a user: two users who like and list each other’s tracks are deleted concurrently without deadlock', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(db())))
    const made = await Promise.all(
      people.map(async ({ id }) => [
        await makeTrack(db(), id, { genre: 'pop' }),
        await makeTrack(db(), id, { genre: 'jazz' }),
      ]),
    )
    const all = made.flat().map((track) => track.id)
    for (const person of people) {
      await makePlaylist(db(), person.id, all)
      await db()
        .insert(likes)
        .values(all.map((trackId) => ({ userId: person.id, trackId })))
    }
    await db().update(tracks).set({ likeCount: people.length }).where(inArray(tracks.id, all))
    const responses = await Promise.all(people.map(({ id }) => remove(asAdmin, id)))
    expect(responses.map((response) => response.status)).toEqual(people.map(() => 204))
    await expectAllInOrder()
  })

  it('deleting a user: of two concurrent requests one succeeds', async () => {
    const { id } = await makeUser(db())
    const responses = await Promise.all([remove(asAdmin, id), remove(asAdmin, id)])
    expect(responses.map((response) => response.status).sort()).toEqual([204, 404])
  })
})
