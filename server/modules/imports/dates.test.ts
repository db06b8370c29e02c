import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  announcements,
  playlists,
  playlistTracks,
  pushMessages,
  pushSubscriptions,
  sessions,
  tracks,
} from '#server/database/schema.ts'
import { listUnread } from '#server/modules/notifications/service.ts'
import { getVersions } from '#server/modules/versions/service.ts'
import { follow, makeUser } from '#server/testing/factories.ts'
import { setUpImports } from '#server/testing/import-archive.ts'
import { fixture } from '#server/testing/sample-files.ts'

const { db, makeArchive, importFile } = setUpImports()

const tone = { 'audio/tone.mp3': fixture('tone.mp3') }
const old = '2024-03-04T05:06:07.000Z'
const track = (overrides: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  title: 'Night Market',
  audio: 'audio/tone.mp3',
  createdAt: old,
  ...overrides,
})
const tracksOf = (userId: string) => db().select().from(tracks).where(eq(tracks.userId, userId))

test('import: tracks, releases and entries keep the dates of the archive', async () => {
  const user = await makeUser(db())
  const first = track({ commentsClosed: true })
  const release = {
    ...{ id: crypto.randomUUID(), title: 'Thaw', type: 'album', releaseDate: '2023-12-04' },
    createdAt: '2024-01-02T03:04:05.000Z',
    tracks: [{ id: first.id, addedAt: '2024-02-02T03:04:05.000Z' }],
  }
  const documents = { 'tracks.json': [first], 'playlists.json': [release] }
  expect((await importFile(await makeArchive(documents, tone), user.id)).problems).toEqual([])
  const [imported] = await tracksOf(user.id)
  expect(imported).toMatchObject({ createdAt: new Date(old), commentsClosed: true })
  const [album] = await db().select().from(playlists).where(eq(playlists.userId, user.id))
  expect(album).toMatchObject({
    createdAt: new Date(release.createdAt),
    releaseDate: '2023-12-04',
  })
  const [entry] = await db()
    .select()
    .from(playlistTracks)
    .where(eq(playlistTracks.playlistId, album?.id ?? ''))
  expect(entry?.addedAt).toEqual(new Date('2024-02-02T03:04:05.000Z'))
})

test('import: the audio of a track and what it had before keep their file names and dates', async () => {
  const user = await makeUser(db())
  const before = Date.now()
  const versions = [
    { fileName: 'first.mp3', uploadedAt: '2024-01-01T00:00:00.000Z' },
    { fileName: 'ahead.mp3', uploadedAt: '2999-01-01T00:00:00.000Z' },
    // As in archives of former versions.
    { fileName: 'undated.mp3' },
    { fileName: 'a'.repeat(limits.maxShortTextLength + 1), uploadedAt: '1970-01-01T00:00:00.000Z' },
  ].map((version, index) => ({
    ...version,
    replacedAt: `2025-01-0${index + 1}T00:00:00.000Z`,
    audio: `audio/${index}.mp3`,
  }))
  const files = Object.fromEntries(versions.map(({ audio }) => [audio, fixture('tone.mp3')]))
  const current = track({ fileName: 'new\nmix.mp3', uploadedAt: old, versions })
  const file = await makeArchive({ 'tracks.json': [current] }, { ...tone, ...files })
  expect((await importFile(file, user.id)).problems).toEqual([
    `Night Market, former audio: File name must be less than ${limits.maxShortTextLength} characters`,
    'Night Market, former audio: its date is before the year 2000',
  ])
  const [imported] = await tracksOf(user.id)
  const audio = await getVersions(db(), imported?.id ?? '')
  expect(audio.current).toMatchObject({ fileName: 'new mix.mp3', uploadedAt: old })
  const former = audio.former.toReversed()
  expect(former.map(({ fileName }) => fileName)).toEqual([
    ...['first.mp3', 'ahead.mp3', 'undated.mp3', null],
  ])
  const [first, ...others] = former.map(({ uploadedAt }) => uploadedAt ?? '')
  expect(first).toBe('2024-01-01T00:00:00.000Z')
  for (const uploadedAt of others) {
    expect(Date.parse(uploadedAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(uploadedAt)).toBeLessThanOrEqual(Date.now())
  }
})

test('import: followers are not told that something old is new', async () => {
  const [user, fan] = [
    await makeUser(db(), { createdAt: new Date('2025-01-01') }),
    await makeUser(db(), { createdAt: new Date('2025-01-01') }),
  ]
  await follow(db(), fan.id, user.id)
  const sid = crypto.randomUUID()
  const sess = { userId: fan.id, startedAt: old, secretId: 'x' }
  await db()
    .insert(sessions)
    .values({ sid, sess, expire: new Date(Date.now() + 60_000) })
  const keys = { endpoint: `https://push.example/${sid}`, p256dh: 'key', auth: 'secret' }
  await db()
    .insert(pushSubscriptions)
    .values({ userId: fan.id, sid, ...keys })
  const release = { id: crypto.randomUUID(), title: 'Thaw', type: 'album', createdAt: old }
  const documents = { 'tracks.json': [track()], 'playlists.json': [release] }
  const { problems } = await importFile(await makeArchive(documents, tone), user.id)
  expect(problems).toEqual([])
  const announced = await db().select().from(announcements).where(eq(announcements.userId, user.id))
  expect(announced.map(({ at }) => at.toISOString())).toEqual([old, old])
  const unread = { limit: 10, since: undefined }
  expect(await listUnread({ db: db(), kinds: ['release'] }, fan.id, unread)).toEqual([])
  expect(await db().$count(pushMessages)).toBe(0)
})

test('import: a date that lies ahead becomes now, one that cannot be is said in one sentence', async () => {
  const user = await makeUser(db())
  const before = Date.now()
  const names = ['ahead', 'text', 'early', 'far'].map((name) => `audio/${name}.mp3`)
  const files = Object.fromEntries(names.map((name) => [name, fixture('tone.mp3')]))
  const dates = ['2999-01-01T00:00:00.000Z', 'yesterday', '1970-01-01T00:00:00.000Z']
  const documents = {
    'tracks.json': [...dates, '+275760-09-13T00:00:00.000Z'].map((createdAt, index) =>
      track({ title: `Track ${index}`, audio: names[index], createdAt }),
    ),
    'likes.json': [{ id: crypto.randomUUID(), likedAt: '+275760-09-13T00:00:00.000Z' }],
  }
  const { tracks: count, problems } = await importFile(await makeArchive(documents, files), user.id)
  expect(count).toBe(4)
  expect(problems).toEqual([
    'Track 1: its date cannot be read',
    'Track 2: its date is before the year 2000',
  ])
  for (const { createdAt } of await tracksOf(user.id)) {
    expect(createdAt.getTime()).toBeGreaterThanOrEqual(before)
    expect(createdAt.getTime()).toBeLessThanOrEqual(Date.now())
  }
})
