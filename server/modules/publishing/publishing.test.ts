import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { playlists, removals, tracks, users } from '#server/database/schema.ts'
import { removeContent } from '#server/modules/moderation/removals/service.ts'
import { suspend } from '#server/modules/moderation/suspensions/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUpload, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { publishDue, startPublishing } from './service.ts'

const site = setUpTestSite()
const minute = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()
const scheduled = { privacy: 'private', publishAt: new Date(Date.now() + 60 * minute) } as const

async function create(fields: Record<string, unknown>, call: Caller = site.asOwner) {
  const { objectPath } = await makeUpload(site.db, site.owner.id, 'audio')
  const body = { title: 'Dawn', audioUrl: objectPath, ...fields }
  const response = await call('POST', '/api/tracks', { body })
  return { status: response.status, track: (await response.json()) as Track & { message?: string } }
}
const update = async (id: string, body: object) => {
  const response = await site.asOwner('PUT', `/api/tracks/${id}`, { body })
  return { status: response.status, track: (await response.json()) as Track & { message?: string } }
}
const statusFor = async (call: Caller, id: string) =>
  (await call('GET', `/api/tracks/slug/${id}`)).status
const listed = async (call: Caller = site.visitor) =>
  ((await (await call('GET', '/api/tracks')).json()) as Track[]).map(({ id }) => id)
const makeDue = (id: string) =>
  site.db
    .update(tracks)
    .set({ publishAt: sql`now() - interval '1 minute'` })
    .where(eq(tracks.id, id))
const rowOf = async (id: string) =>
  (await site.db.select().from(tracks).where(eq(tracks.id, id)))[0]

test('scheduled tracks: they are private until their time, and the owner sees when it is', async () => {
  const publishAt = inMinutes(60)
  const { status, track } = await create({ publishAt })
  expect([status, track]).toMatchObject([201, { privacy: 'private', publishAt }])
  for (const call of [site.visitor, site.asOtherUser]) {
    expect(await statusFor(call, track.id)).toBe(404)
    expect((await call('GET', `/api/tracks/${track.id}/audio`)).status).toBe(404)
    expect(await listed(call)).not.toContain(track.id)
  }
  expect(await statusFor(site.asOwner, track.id)).toBe(200)
})

test('scheduled tracks: at their time they are public, newest in lists, and found by search', async () => {
  const { track } = await create({ title: 'Quartz Lantern', publishAt: inMinutes(60) })
  const later = await makeTrack(site.db, site.owner.id)
  await publishDue(site.db)
  expect(await statusFor(site.visitor, track.id)).toBe(404)
  await makeDue(track.id)
  await publishDue(site.db)
  expect((await listed()).slice(0, 2)).toEqual([track.id, later.id])
  const published = await rowOf(track.id)
  expect(published).toMatchObject({ privacy: 'public', publishAt: null })
  expect(published?.createdAt.getTime()).toBeGreaterThan(Date.parse(track.createdAt))
  const found = await (await site.visitor('GET', '/api/search?q=quartz')).json()
  expect(found).toMatchObject({ tracks: [{ id: track.id }] })
})

test('scheduled tracks: what became due while the server was stopped is public after its start', async () => {
  const track = await makeTrack(site.db, site.owner.id, {
    ...scheduled,
    publishAt: new Date(Date.now() - 60 * minute),
  })
  const failures: unknown[] = []
  const publishing = startPublishing(site.db, { onFailure: (error) => failures.push(error) })
  onTestFinished(() => publishing.stop())
  await expect.poll(() => statusFor(site.visitor, track.id)).toBe(200)
  expect(failures).toEqual([])
})

test('scheduled tracks: several servers publish each of them once', async () => {
  const made = await Promise.all(
    Array.from({ length: 12 }, () => makeTrack(site.db, site.owner.id, scheduled)),
  )
  await site.db.execute(sql`create table published (id uuid)`)
  await site.db.execute(sql`create function note_published() returns trigger language plpgsql as
    $$ begin insert into published values (new.id); return null; end $$`)
  await site.db.execute(sql`create trigger note_published after update on tracks for each row
    when (old.publish_at is not null and new.publish_at is null) execute function note_published()`)
  await Promise.all(made.map(({ id }) => makeDue(id)))
  await Promise.all(Array.from({ length: 5 }, () => publishDue(site.db)))
  const { rows } = await site.db.execute<{ id: string }>(sql`select id from published`)
  await site.db.execute(sql`drop table published; drop function note_published cascade`)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted())
})

test('scheduled tracks: the time can be changed and the schedule cancelled until then', async () => {
  const { track } = await create({ publishAt: inMinutes(60) })
  const publishAt = inMinutes(90)
  expect((await update(track.id, { publishAt })).track).toMatchObject({ publishAt })
  expect((await update(track.id, { title: 'Dusk' })).track).toMatchObject({ publishAt })
  const canceled = (await update(track.id, { publishAt: null })).track
  expect([canceled.privacy, canceled.publishAt]).toEqual(['private', undefined])
})

test('scheduled tracks: publishing one earlier makes it newest as well', async () => {
  const { track } = await create({ publishAt: inMinutes(60) })
  const later = await makeTrack(site.db, site.owner.id)
  const published = (await update(track.id, { privacy: 'public', publishAt: '' })).track
  expect([published.privacy, published.publishAt]).toEqual(['public', undefined])
  expect((await listed()).slice(0, 2)).toEqual([track.id, later.id])
})

test.each([
  [{ publishAt: new Date(Date.now() - 1000).toISOString() }, 'Please choose a time in the future'],
  [{ publishAt: 'tomorrow' }, 'Please choose a date and time'],
  [{ publishAt: 5 }, 'Please choose a date and time'],
  [
    { publishAt: inMinutes(60), privacy: 'unlisted' },
    'What is scheduled becomes public, so it cannot be unlisted',
  ],
])('scheduled tracks: %j is refused', async (fields, message) => {
  const { status, track } = await create(fields)
  expect([status, track.message]).toEqual([400, message])
})

test('scheduled tracks: one that is public becomes private until its time', async () => {
  const { track } = await create({})
  expect(await statusFor(site.visitor, track.id)).toBe(200)
  await update(track.id, { publishAt: inMinutes(60) })
  expect(await statusFor(site.visitor, track.id)).toBe(404)
})

test('scheduled tracks: what a moderator removed stays private, and cannot be scheduled', async () => {
  const track = await makeTrack(site.db, site.owner.id, scheduled)
  await site.db.insert(removals).values({ trackId: track.id, privacy: 'private', reason: 'Spam' })
  await makeDue(track.id)
  await publishDue(site.db)
  expect((await rowOf(track.id))?.privacy).toBe('private')
  const { status, track: response } = await update(track.id, { publishAt: inMinutes(60) })
  expect([status, response.message]).toEqual([
    409,
    'A moderator removed this, so its privacy cannot be changed.',
  ])
})

test('scheduled tracks: those of a suspended user wait until the suspension is lifted', async () => {
  const track = await makeTrack(site.db, site.otherUser.id, scheduled)
  const suspend = (suspendedAt: Date | null) =>
    site.db.update(users).set({ suspendedAt }).where(eq(users.id, site.otherUser.id))
  await suspend(new Date())
  await makeDue(track.id)
  await publishDue(site.db)
  expect((await rowOf(track.id))?.privacy).toBe('private')
  await suspend(null)
  await publishDue(site.db)
  expect((await rowOf(track.id))?.privacy).toBe('public')
})

async function createPlaylist(fields: object, trackIds: string[] = []) {
  const body = { title: 'Harbor', ...fields }
  const response = await site.asOwner('POST', '/api/playlists', { body })
  const playlist = (await response.json()) as Playlist
  for (const trackId of trackIds)
    await site.asOwner('POST', `/api/playlists/${playlist.id}/tracks`, { body: { trackId } })
  return playlist
}
const makePlaylistDue = (id: string) =>
  site.db
    .update(playlists)
    .set({ publishAt: sql`now() - interval '1 minute'` })
    .where(eq(playlists.id, id))
const privacies = (ids: string[]) => Promise.all(ids.map(async (id) => (await rowOf(id))?.privacy))

test('scheduled releases: they take their private tracks along, and no others', async () => {
  const [hidden, own, open, unlisted, removed] = [
    await makeTrack(site.db, site.owner.id, { privacy: 'private' }),
    await makeTrack(site.db, site.owner.id, scheduled),
    await makeTrack(site.db, site.owner.id),
    await makeTrack(site.db, site.owner.id, { privacy: 'unlisted' }),
    await makeTrack(site.db, site.owner.id, { privacy: 'private' }),
  ]
  await site.db.insert(removals).values({ trackId: removed.id, privacy: 'private', reason: 'Spam' })
  const ids = [hidden, own, open, unlisted, removed].map(({ id }) => id)
  const release = await createPlaylist({ type: 'ep', publishAt: inMinutes(60) }, ids)
  expect(release.privacy).toBe('private')
  expect((await site.visitor('GET', `/api/playlists/${release.id}`)).status).toBe(404)
  await makePlaylistDue(release.id)
  await Promise.all([publishDue(site.db), publishDue(site.db)])
  expect((await site.visitor('GET', `/api/playlists/${release.id}`)).status).toBe(200)
  expect(await privacies(ids)).toEqual(['public', 'public', 'public', 'unlisted', 'private'])
  expect((await rowOf(open.id))?.createdAt).toEqual(open.createdAt)
  const newest = await (await site.visitor('GET', '/api/releases')).json()
  expect(newest).toMatchObject([{ id: release.id, trackCount: 4 }])
})

test('scheduled releases: one due while servers were stopped is told once to each follower', async () => {
  const fans = [await makeUser(site.db), await makeUser(site.db)]
  for (const fan of fans)
    await (await site.as(fan))('POST', `/api/users/${site.owner.id}/follow`, { body: {} })
  const track = await makeTrack(site.db, site.owner.id, scheduled)
  const release = await createPlaylist({ type: 'ep', publishAt: inMinutes(60) }, [track.id])
  await makeDue(track.id)
  await makePlaylistDue(release.id)
  for (let starts = 0; starts < 2; starts += 1) {
    const servers = [1, 2].map(() => startPublishing(site.db, { onFailure: expect.unreachable }))
    const status = async () => (await site.visitor('GET', `/api/playlists/${release.id}`)).status
    await expect.poll(status).toBe(200)
    for (const server of servers) await server.stop()
  }
  for (const fan of fans) {
    const response = await (await site.as(fan))('GET', '/api/notifications')
    const told = ((await response.json()) as { notifications: Notification[] }).notifications
    expect(told.map(({ kind, item }) => [kind, item?.id])).toEqual([['release', release.id]])
  }
})

test('scheduled releases: publishing one earlier takes its tracks along, a playlist takes none', async () => {
  for (const [type, privacy] of [
    ['album', 'public'],
    ['playlist', 'private'],
  ] as const) {
    const track = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
    const { id } = await createPlaylist({ type, publishAt: inMinutes(60) }, [track.id])
    const body = { privacy: 'public', publishAt: null }
    const response = await site.asOwner('PUT', `/api/playlists/${id}`, { body })
    expect(await response.json()).toMatchObject({ privacy: 'public' })
    expect(await privacies([track.id])).toEqual([privacy])
  }
})

test('scheduled releases: tracks that are due with their release are published with it, in its order', async () => {
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three'])
    ids.push((await makeTrack(site.db, site.owner.id, { ...scheduled, title })).id)
  const release = await createPlaylist({ type: 'ep', publishAt: inMinutes(60) }, ids)
  for (const id of ids) await makeDue(id)
  await makePlaylistDue(release.id)
  await publishDue(site.db)
  const response = await site.visitor('GET', `/api/playlists/${release.id}`)
  const { createdAt } = (await response.json()) as Playlist
  expect((await rowOf(ids[0] ?? ''))?.createdAt.toISOString()).toBe(createdAt)
  expect((await listed()).slice(0, 3)).toEqual(ids)
})

test.each([
  ['postponed', inMinutes(90)],
  ['canceled', null],
])(
  'scheduled releases: one that is %s takes along the tracks of its time, and no others',
  async (_name, publishAt) => {
    const time = scheduled.publishAt.toISOString()
    const own = new Date(Date.now() + 30 * minute)
    const together = await makeTrack(site.db, site.owner.id, scheduled)
    const earlier = await makeTrack(site.db, site.owner.id, { ...scheduled, publishAt: own })
    const { id } = await createPlaylist({ type: 'ep', publishAt: time }, [together.id, earlier.id])
    const body = { privacy: publishAt ? 'public' : 'private', publishAt }
    expect((await site.asOwner('PUT', `/api/playlists/${id}`, { body })).status).toBe(200)
    expect((await rowOf(together.id))?.publishAt?.toISOString() ?? null).toBe(publishAt)
    expect((await rowOf(earlier.id))?.publishAt).toEqual(own)
    expect((await rowOf(together.id))?.privacy).toBe('private')
  },
)

test('scheduled playlists: the time can be changed and the schedule cancelled until then', async () => {
  const { id } = await createPlaylist({ publishAt: inMinutes(60) })
  const put = async (body: object) =>
    (await (await site.asOwner('PUT', `/api/playlists/${id}`, { body })).json()) as Playlist
  const publishAt = inMinutes(90)
  expect(await put({ publishAt })).toMatchObject({ privacy: 'private', publishAt })
  expect(await put({ title: 'Quay' })).toMatchObject({ privacy: 'private', publishAt })
  const canceled = await put({ privacy: 'private' })
  expect([canceled.privacy, canceled.publishAt]).toEqual(['private', undefined])
  const past = { publishAt: new Date(0).toISOString() }
  const refused = await site.asOwner('PUT', `/api/playlists/${id}`, { body: past })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: 'Please choose a time in the future' },
  ])
})

/** Publishes what is due while a transaction changes something, which ends once publishing waits for it. */
async function publishDuring(change: (tx: Db) => Promise<unknown>) {
  const isWaiting = async () =>
    (
      await site.db.execute(
        sql`select from pg_locks where not granted and pid in (
          select pid from pg_stat_activity where datname = current_database())`,
      )
    ).rows.length > 0
  const { publishing } = await site.db.transaction(async (tx) => {
    await change(tx)
    const publishing = publishDue(site.db)
    await expect.poll(isWaiting).toBe(true)
    return { publishing }
  })
  await publishing
}

async function dueRelease() {
  const owner = await makeUser(site.db)
  const track = await makeTrack(site.db, owner.id, { privacy: 'private' })
  const { id } = await makePlaylist(site.db, owner.id, [track.id], { ...scheduled, type: 'ep' })
  await makePlaylistDue(id)
  return { owner, track, id }
}
const isPublic = async (id: string) =>
  (await site.visitor('GET', `/api/playlists/${id}`)).status === 200
const removal = { reason: 'Spam', files: [] }

test('scheduled releases: a track that is removed at that moment stays private', async () => {
  const { track, id } = await dueRelease()
  await publishDuring((tx) => removeContent(tx, { kind: 'track', id: track.id }, removal))
  expect(await isPublic(id)).toBe(true)
  expect(await privacies([track.id])).toEqual(['private'])
})

test('scheduled releases: one that is removed at that moment stays private with its tracks', async () => {
  const { track, id } = await dueRelease()
  await publishDuring((tx) => removeContent(tx, { kind: 'playlist', id }, removal))
  expect(await isPublic(id)).toBe(false)
  expect(await privacies([track.id])).toEqual(['private'])
})

test('scheduled releases: one whose owner is suspended at that moment stays private', async () => {
  const { owner, track, id } = await dueRelease()
  // Then it is the release that waits.
  await site.db.update(tracks).set({ privacy: 'unlisted' }).where(eq(tracks.id, track.id))
  const viewer = { id: site.owner.id, isAdmin: true }
  const administrators = { emails: [], userIds: [] }
  await publishDuring((tx) => suspend(tx, { userId: owner.id, viewer, administrators }))
  expect(await isPublic(id)).toBe(false)
  expect(await privacies([track.id])).toEqual(['private'])
})

test('scheduled releases: tracks of one that becomes a playlist at that moment stay private', async () => {
  const { track, id } = await dueRelease()
  await publishDuring((tx) =>
    tx.update(playlists).set({ type: 'playlist' }).where(eq(playlists.id, id)),
  )
  expect(await isPublic(id)).toBe(true)
  expect(await privacies([track.id])).toEqual(['private'])
})
