import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageWidths, limits } from '#contract/limits.ts'
import {
  blocks,
  comments,
  credits,
  follows,
  likes,
  listens,
  pins,
  playlists,
  reposts,
  savedPlaylists,
  tracks,
  uploads,
  users,
} from '#server/database/schema.ts'
import { openZip } from '#server/platform/archive/unzip.ts'
import { createMedia } from '#server/platform/media/media.ts'
import {
  makeComment,
  makePlaylist,
  makeTrack,
  makeUser,
  makeUsers,
} from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { zipOf } from '#server/testing/zip.ts'
import { importArchive } from './service.ts'

const site = setUpTestApp()
let folder: string
const media = createMedia({ imageWidths })
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'soundpost-import-'))
})
afterAll(async () => {
  await media.close()
  await rm(folder, { recursive: true, force: true })
})

const db = () => site.postgres.db
type Files = Record<string, Buffer | string>

async function makeArchive(documents: Record<string, unknown>, files: Files = {}) {
  const texts = Object.entries(documents).map(([name, document]) => [
    name,
    typeof document === 'string' ? document : JSON.stringify(document),
  ])
  const file = path.join(folder, `${crypto.randomUUID()}.zip`)
  await writeFile(file, await zipOf({ ...Object.fromEntries(texts), ...files }))
  return file
}

async function importFile(file: string, userId: string) {
  const archive = await openZip(file)
  try {
    const deps = { db: db(), hasFreeSpace: () => true, store: site.store, media }
    return await importArchive(deps, archive, userId)
  } finally {
    archive.close()
  }
}

const tone = { 'audio/tone.mp3': fixture('tone.mp3') }
const track = (overrides: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  title: 'Night Market',
  audio: 'audio/tone.mp3',
  ...overrides,
})
const storedUploads = (userId: string) => db().$count(uploads, eq(uploads.userId, userId))

test('import: a release keeps its fields, credits and tracks; credited members are not linked', async () => {
  const [user, member] = [await makeUser(db()), await makeUser(db())]
  const foreign = await makeTrack(db(), member.id)
  const first = track({ isrc: 'DEA122600001' })
  const fields = {
    ...{ title: 'Tide Tables', type: 'album', artist: 'Low Tide Choir', label: 'Harbor' },
    ...{ releaseDate: '2026-12-04', upc: '036000291452', copyright: '℗ 2026 Harbor' },
  }
  const named = { role: 'Cello', name: 'Nara', userId: member.id }
  const file = await makeArchive(
    {
      'tracks.json': [first],
      'playlists.json': [
        {
          ...fields,
          ...{ id: crypto.randomUUID(), credits: [named] },
          tracks: [{ id: foreign.id }, { id: first.id }],
        },
      ],
    },
    tone,
  )
  const { problems } = await importFile(file, user.id)
  expect(problems).toEqual(['Tide Tables: A release can have only your own tracks.'])
  const [release] = await db().select().from(playlists).where(eq(playlists.userId, user.id))
  expect(release).toMatchObject({ ...fields, trackCount: 1 })
  const [credit] = await db()
    .select()
    .from(credits)
    .where(eq(credits.playlistId, release?.id ?? ''))
  expect(credit).toMatchObject({ role: 'Cello', name: 'Nara', userId: null })
  const [imported] = await db().select().from(tracks).where(eq(tracks.userId, user.id))
  expect(imported?.isrc).toBe('DEA122600001')
})

test('import: pins, the choice to hide counts and the Fediverse account are those of the archive', async () => {
  const user = await makeUser(db())
  const [first, album] = [track(), { id: crypto.randomUUID(), title: 'Thaw', type: 'album' }]
  const file = await makeArchive(
    {
      'profile.json': { displayName: 'Ines', hideCounts: true, fediverse: '@ines@folk.example' },
      'tracks.json': [first],
      'playlists.json': [{ ...album, tracks: [{ id: first.id }] }],
      'pins.json': [
        { kind: 'playlist', id: album.id },
        { kind: 'track', id: first.id },
        { kind: 'track', id: crypto.randomUUID() },
      ],
    },
    tone,
  )
  expect((await importFile(file, user.id)).problems).toEqual([])
  const pinned = await db()
    .select()
    .from(pins)
    .where(eq(pins.userId, user.id))
    .orderBy(pins.position)
  const [release] = await db().select().from(playlists).where(eq(playlists.userId, user.id))
  const [imported] = await db().select().from(tracks).where(eq(tracks.userId, user.id))
  expect(pinned.map(({ trackId, playlistId }) => trackId ?? playlistId)).toEqual([
    release?.id,
    imported?.id,
  ])
  const [profile] = await db().select().from(users).where(eq(users.id, user.id))
  expect(profile).toMatchObject({ hideCounts: true, fediverse: '@ines@folk.example' })
})

test('import: likes, follows, history and saved playlists are imported once, if the site has them', async () => {
  const [user, other] = [await makeUser(db()), await makeUser(db())]
  const [liked, hidden] = [
    await makeTrack(db(), other.id),
    await makeTrack(db(), other.id, { privacy: 'private' }),
  ]
  const [list, secret] = [
    await makePlaylist(db(), other.id, []),
    await makePlaylist(db(), other.id, [], { privacy: 'private' }),
  ]
  const at = '2026-03-04T05:06:07.000Z'
  const ids = [liked.id, liked.id, hidden.id, crypto.randomUUID(), 'not an id']
  const file = await makeArchive({
    'likes.json': ids.map((id) => ({ id, likedAt: at })),
    'follows.json': [other.id, user.id, crypto.randomUUID()].map((id) => ({
      id,
      followedAt: at,
    })),
    'history.json': ids.map((id) => ({ id, heardAt: at })),
    'saved-playlists.json': [list.id, secret.id].map((id) => ({ id, savedAt: at })),
  })
  const expected = { likes: 1, follows: 1, history: 1, savedPlaylists: 1, problems: [] }
  expect(await importFile(file, user.id)).toMatchObject(expected)
  expect(await importFile(file, user.id)).toMatchObject({
    likes: 0,
    follows: 0,
    history: 0,
    savedPlaylists: 0,
  })
  const date = new Date(at)
  expect(await db().select().from(likes).where(eq(likes.userId, user.id))).toMatchObject([
    { trackId: liked.id, createdAt: date },
  ])
  expect(await db().select().from(listens).where(eq(listens.userId, user.id))).toMatchObject([
    { trackId: liked.id, listenedAt: date, day: '2026-03-04' },
  ])
  expect(await db().$count(follows, eq(follows.followerId, user.id))).toBe(1)
  expect(await db().$count(savedPlaylists, eq(savedPlaylists.userId, user.id))).toBe(1)
  const [counted] = await db().select().from(tracks).where(eq(tracks.id, liked.id))
  expect(counted?.likeCount).toBe(1)
})

test('import: reposts of public tracks and releases of others are imported once', async () => {
  const [user, other, blocker] = await makeUsers(db(), [{}, {}, {}])
  const [userId, otherId, blockerId] = [user, other, blocker].map((row) => row?.id ?? '')
  if (!userId || !otherId || !blockerId) throw new Error('There are no users.')
  await db().insert(blocks).values({ userId: blockerId, blockedId: userId })
  const track = await makeTrack(db(), otherId)
  const release = await makePlaylist(db(), otherId, [], { type: 'single' })
  const others = [
    await makeTrack(db(), userId),
    await makeTrack(db(), blockerId),
    await makeTrack(db(), otherId, { privacy: 'unlisted' }),
    await makePlaylist(db(), otherId, []),
  ]
  const repostedAt = '2026-03-04T05:06:07.000Z'
  const file = await makeArchive({
    'reposts.json': [track, track, release, ...others].map(({ id }) => ({ id, repostedAt })),
  })
  expect(await importFile(file, userId)).toMatchObject({ reposts: 2, problems: [] })
  expect(await importFile(file, userId)).toMatchObject({ reposts: 0, problems: [] })
  const rows = await db().select().from(reposts).where(eq(reposts.userId, userId))
  expect(rows.map(({ trackId, playlistId }) => trackId ?? playlistId).sort()).toEqual(
    [track.id, release.id].sort(),
  )
  expect(rows[0]?.createdAt).toEqual(new Date(repostedAt))
})

test('import: blocks are imported before likes and follows, which they prevent', async () => {
  const [user, blocked, blocker] = await makeUsers(db(), [{}, {}, {}])
  const [userId, blockedId, blockerId] = [user, blocked, blocker].map((row) => row?.id ?? '')
  if (!userId || !blockedId || !blockerId) throw new Error('There are no users.')
  await db().insert(blocks).values({ userId: blockerId, blockedId: userId })
  const { id } = await makeTrack(db(), blockerId)
  const file = await makeArchive({
    'blocks.json': [{ id: blockedId, blockedAt: '2026-03-04T05:06:07.000Z' }],
    'likes.json': [{ id, likedAt: '2026-03-04T05:06:07.000Z' }],
    'follows.json': [blockedId, blockerId].map((followed) => ({
      id: followed,
      followedAt: '2026-03-04T05:06:07.000Z',
    })),
  })
  expect(await importFile(file, userId)).toMatchObject({ blocks: 1, likes: 0, follows: 0 })
})

test('import: comments are imported once, with replies to those that are here, unless they are closed', async () => {
  const [user, artist] = [await makeUser(db()), await makeUser(db())]
  const [open, closed] = [
    await makeTrack(db(), artist.id),
    await makeTrack(db(), artist.id, { commentsClosed: true }),
  ]
  const parentId = await makeComment(db(), open.id)
  const said = (text: string, fields: object = {}) => ({
    id: open.id,
    text,
    position: 3,
    commentedAt: '2026-03-04T05:06:07.000Z',
    ...fields,
  })
  const file = await makeArchive({
    'comments.json': [
      said('What a bass line.'),
      said('What a bass line.'),
      said('Indeed.', { parentId, position: null }),
      said('To nobody.', { parentId: crypto.randomUUID() }),
      said('Too late.', { id: closed.id }),
    ],
  })
  expect(await importFile(file, user.id)).toMatchObject({ comments: 2, problems: [] })
  expect(await importFile(file, user.id)).toMatchObject({ comments: 0 })
  const rows = await db().select().from(comments).where(eq(comments.userId, user.id))
  expect(rows.map(({ content, position, parentId }) => [content, position, parentId])).toEqual(
    expect.arrayContaining([
      ['What a bass line.', 3, null],
      ['Indeed.', null, parentId],
    ]),
  )
})

test('import: a hostile archive changes nothing, and each file that is refused is reported in one line', async () => {
  const user = await makeUser(db())
  const file = await makeArchive(
    {
      'profile.json': { image: 'audio/tone.mp3', bio: 'NUL \0' },
      'tracks.json': [
        track({ title: 'Script \u009b2J', audio: 'audio/page.html' }),
        track({ title: 'Traversal', audio: '../../etc/passwd' }),
        track({ title: 'Too large', audio: 'audio/large.mp3' }),
        track({ title: 'NUL \0' }),
        track({ title: 'Link', audio: 'tracks.json' }),
        track({ title: 'x'.repeat(limits.maxTitleLength + 1) }),
        track({ title: { deep: [] } }),
      ],
      'playlists.json': '[[[[',
      'likes.json': [{ id: 'x', likedAt: 'never' }],
      'history.json': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    },
    {
      ...tone,
      'audio/page.html': '<script>alert(1)</script>',
      'audio/large.mp3': Buffer.alloc(limits.maxAudioBytes + 1),
    },
  )
  const { problems, ...counts } = await importFile(file, user.id)
  expect(counts).toMatchObject({ tracks: 0, playlists: 0, likes: 0, history: 0 })
  expect(problems.map((line) => line.slice(0, 60))).toEqual([
    'profile.json: The request contains a character that cannot b',
    expect.stringMatching(/^audio\/tone.mp3: /),
    'Script 2J: Please select a valid audio file',
    'Traversal: File not found',
    'Too large: File size must be less than 100MB',
    expect.stringMatching(/^NUL : .*cannot b/),
    'Link: Please select a valid audio file',
    expect.stringMatching(/^x{60}$/),
    expect.stringMatching(/^\[object Object\]: /),
    expect.stringMatching(/^playlists.json: .* not valid JSON$/),
    expect.stringMatching(/^likes.json: /),
    expect.stringMatching(/^history.json: /),
  ])
  // Only what had to be looked into was stored.
  expect(await storedUploads(user.id)).toBeLessThanOrEqual(3)
})

test('import: a file that many tracks name is stored once', async () => {
  const user = await makeUser(db())
  const many = Array.from({ length: 20 }, () => track())
  const { tracks: imported, problems } = await importFile(
    await makeArchive({ 'tracks.json': many }, tone),
    user.id,
  )
  expect({ imported, rejected: problems.length }).toEqual({ imported: 1, rejected: 19 })
  expect(await storedUploads(user.id)).toBe(1)
})

test('import: a damaged file is refused by its checksum, and the others are imported', async () => {
  const user = await makeUser(db())
  const file = await makeArchive(
    { 'tracks.json': [track(), track({ title: 'Rosin', audio: 'audio/other.mp3' })] },
    { ...tone, 'audio/other.mp3': fixture('tone.mp3') },
  )
  await changeByte(file, fixture('tone.mp3').subarray(1000, 1016))
  const { tracks: imported, problems } = await importFile(file, user.id)
  expect({ imported, problems }).toEqual({
    imported: 1,
    problems: ['Night Market: audio/tone.mp3 is damaged'],
  })
})

/** Changes the first occurrence of these bytes in the file. */
async function changeByte(file: string, bytes: Buffer) {
  const handle = await open(file, 'r+')
  const at = (await handle.readFile()).indexOf(bytes)
  await handle.write(Buffer.from([(bytes[0] ?? 0) ^ 1]), 0, 1, at)
  await handle.close()
}

test('import: files with more entries than any account has are rejected before they are validated', async () => {
  const user = await makeUser(db())
  const many = (count: number) => `[${Array(count).fill('0').join()}]`
  const { problems } = await importFile(
    await makeArchive({
      'tracks.json': many(200_001),
      'playlists.json': `[{"id":"a","title":"Long","tracks":${many(20_000)}}]`,
      'likes.json': many(3_000_000),
    }),
    user.id,
  )
  expect(problems).toEqual([
    'tracks.json: has too many entries',
    'playlists.json: has too many entries',
    'likes.json: likes.json has too many entries',
  ])
})
