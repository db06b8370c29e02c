import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  librarySettings,
  listens,
  notificationSettings,
  playlists,
  playlistTracks,
  tracks,
  trackVersions,
  uploads,
} from '#server/database/schema.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpImports } from '#server/testing/import-archive.ts'
import { fixture } from '#server/testing/sample-files.ts'

const { db, makeArchive, importFile } = setUpImports()

const files = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, fixture('tone.mp3')]))
const track = (title: string, overrides: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  title,
  audio: `audio/${title}.mp3`,
  ...overrides,
})

test('import: one that is repeated completes what is missing, and adds nothing twice', async () => {
  const user = await makeUser(db())
  const [first, second] = [track('first'), track('second')]
  const list = { id: crypto.randomUUID(), title: 'Evenings', tracks: [first, second] }
  const documents = (...exported: object[]) => ({
    'tracks.json': exported,
    'playlists.json': [list],
  })
  const both = files('audio/first.mp3', 'audio/second.mp3')
  // As after an import that ended between the two tracks.
  await importFile(await makeArchive(documents(first), both), user.id)
  const whole = await makeArchive(documents(first, second), both)
  expect(await importFile(whole, user.id)).toMatchObject({
    ...{ tracks: 1, playlists: 0, known: 2, problems: [] },
  })
  expect(await importFile(whole, user.id)).toMatchObject({ tracks: 0, playlists: 0, known: 3 })
  const rows = await db()
    .select({ title: tracks.title })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(eq(tracks.userId, user.id))
    .orderBy(asc(playlistTracks.position))
  expect(rows.map(({ title }) => title)).toEqual(['first', 'second'])
  expect(await db().$count(playlists, eq(playlists.userId, user.id))).toBe(1)
  expect(await db().$count(uploads, eq(uploads.userId, user.id))).toBe(2)
})

test('import: what never left the account is not added again, and its entries stay as they are', async () => {
  const user = await makeUser(db())
  const { id, title } = await makeTrack(db(), user.id)
  const list = await makePlaylist(db(), user.id, [])
  const documents = {
    'tracks.json': [track(title, { id })],
    'playlists.json': [{ id: list.id, title: list.title, tracks: [{ id }] }],
  }
  const file = await makeArchive(documents, files(`audio/${title}.mp3`))
  expect(await importFile(file, user.id)).toMatchObject({ tracks: 0, playlists: 0, known: 2 })
  expect(await db().$count(playlistTracks, eq(playlistTracks.playlistId, list.id))).toBe(0)
})

test('import: the id of a track of another user in an archive does not touch that track', async () => {
  const [user, other] = [await makeUser(db()), await makeUser(db())]
  const { id } = await makeTrack(db(), other.id, { title: 'Salt' })
  const file = await makeArchive(
    { 'tracks.json': [track('forged', { id })] },
    files('audio/forged.mp3'),
  )
  expect(await importFile(file, user.id)).toMatchObject({ tracks: 1, known: 0 })
  const [untouched] = await db().select().from(tracks).where(eq(tracks.id, id))
  expect(untouched).toMatchObject({ userId: other.id, title: 'Salt' })
})

test('import: former audio of a track comes back with its dates, once', async () => {
  const user = await makeUser(db())
  const versions = ['2024-01-01', '2024-02-01'].map((day) => ({
    id: crypto.randomUUID(),
    replacedAt: `${day}T00:00:00.000Z`,
    audio: `audio/${day}.mp3`,
  }))
  const names = ['audio/new.mp3', ...versions.map(({ audio }) => audio)]
  const file = await makeArchive({ 'tracks.json': [track('new', { versions })] }, files(...names))
  for (let runs = 0; runs < 2; runs++)
    expect((await importFile(file, user.id)).problems).toEqual([])
  const rows = await db()
    .select()
    .from(trackVersions)
    .where(eq(trackVersions.userId, user.id))
    .orderBy(asc(trackVersions.replacedAt))
  expect(rows.map(({ replacedAt }) => replacedAt.toISOString())).toEqual(
    versions.map(({ replacedAt }) => replacedAt),
  )
  expect(rows[0]?.audioBytes).toBe(fixture('tone.mp3').length)
})

test('import: what the archive has and an import leaves out is listed, with the reason', async () => {
  const user = await makeUser(db())
  const file = await makeArchive({
    'share-links.json': [{ name: 'For the label' }],
    'scrobbling.json': { services: [], waiting: [] },
    'player.json': null,
    'passkeys.json': [{ name: 'Phone' }],
    'likes.json': [],
  })
  expect((await importFile(file, user.id)).left).toEqual([
    {
      part: 'share-links.json',
      reason: 'No site stores the private links themselves: create new ones.',
    },
    { part: 'passkeys.json', reason: 'Passkeys are for one site: add new ones.' },
  ])
})

test('import: a full disk ends it, and once there is space it continues', async () => {
  const user = await makeUser(db())
  const documents = { 'tracks.json': [track('first')] }
  const file = await makeArchive(documents, files('audio/first.mp3'))
  const full = { hasFreeSpace: () => false }
  await expect(importFile(file, user.id, full)).rejects.toThrow('Storage is full.')
  expect(await importFile(file, user.id)).toMatchObject({ tracks: 1, problems: [] })
})

test('import: what was turned off there is off here, and nothing that is off here is turned on', async () => {
  const user = await makeUser(db())
  const { id } = await makeTrack(db(), user.id)
  await db()
    .insert(notificationSettings)
    .values({ userId: user.id, disabled: ['save'] })
  const file = await makeArchive({
    'settings.json': { historyEnabled: false },
    'notifications.json': {
      settings: { disabled: ['like', 'unknown'], hasDigest: false },
      notifications: [],
    },
    'history.json': [{ id, heardAt: '2024-01-01T00:00:00.000Z' }],
  })
  expect((await importFile(file, user.id)).problems).toEqual([])
  const [settings] = await db()
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, user.id))
  expect(settings?.disabled.toSorted()).toEqual(['like', 'save'])
  const [library] = await db()
    .select()
    .from(librarySettings)
    .where(eq(librarySettings.userId, user.id))
  expect(library?.historyEnabled).toBe(false)
  expect(await db().$count(listens, eq(listens.userId, user.id))).toBe(0)
})
