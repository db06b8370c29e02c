import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  blocks,
  comments,
  follows,
  likes,
  listens,
  reposts,
  savedPlaylists,
  tracks,
} from '#server/database/schema.ts'
import {
  makeComment,
  makePlaylist,
  makeTrack,
  makeUser,
  makeUsers,
} from '#server/testing/factories.ts'
import { setUpImports } from '#server/testing/import-archive.ts'

const { db, makeArchive, importFile } = setUpImports()

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

test('import: how many entries of each relation are left out is said, each time', async () => {
  const [user, other] = [await makeUser(db()), await makeUser(db())]
  const { id } = await makeTrack(db(), other.id)
  const at = '2026-03-04T05:06:07.000Z'
  const some = [id, crypto.randomUUID(), 'not an id']
  const lists = ['evenings', 'mornings'].map((name) => {
    return { id: name, title: name, tracks: some.map((trackId) => ({ id: trackId, addedAt: at })) }
  })
  const file = await makeArchive({
    'playlists.json': lists,
    'likes.json': some.map((trackId) => ({ id: trackId, likedAt: at })),
    'history.json': some.map((trackId) => ({ id: trackId, heardAt: at })),
    'comments.json': some.map((trackId) => ({ id: trackId, text: 'Salt!', commentedAt: at })),
    'follows.json': [{ id: other.id, followedAt: at }],
  })
  const notHere = 'what they name is not on this site, or this account may not have it.'
  const left = [
    {
      part: 'playlists.json',
      reason: '4 of 6 entries: their tracks are not on this site, or hidden.',
    },
    { part: 'likes.json', reason: `2 of 3 entries: ${notHere}` },
    { part: 'history.json', reason: `2 of 3 entries: ${notHere}` },
    { part: 'comments.json', reason: `2 of 3 entries: ${notHere}` },
  ]
  for (let time = 0; time < 2; time++) expect((await importFile(file, user.id)).left).toEqual(left)
})

test('import: a history that is turned off drops all of it, and says that', async () => {
  const user = await makeUser(db())
  const { id } = await makeTrack(db(), user.id)
  const file = await makeArchive({
    'settings.json': { historyEnabled: false },
    'history.json': [{ id, heardAt: '2026-03-04T05:06:07.000Z' }],
  })
  expect((await importFile(file, user.id)).left).toEqual([
    { part: 'history.json', reason: '1 of 1 entries: the history is turned off.' },
  ])
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

test('import: a comment gets no more replies than it can have', async () => {
  const [user, artist] = [await makeUser(db()), await makeUser(db())]
  const { id } = await makeTrack(db(), artist.id)
  const parentId = await makeComment(db(), id)
  const commentedAt = '2026-03-04T05:06:07.000Z'
  const replies = (count: number, word: string) =>
    Array.from({ length: count }, (_, index) => {
      return { id, text: `${word} ${index}`, parentId, commentedAt }
    })
  const first = { 'comments.json': replies(limits.maxReplies - 1, 'First') }
  await importFile(await makeArchive(first), user.id)
  const second = { 'comments.json': replies(3, 'Second') }
  expect(await importFile(await makeArchive(second), user.id)).toMatchObject({ comments: 1 })
  expect(await db().$count(comments, eq(comments.parentId, parentId))).toBe(limits.maxReplies)
})
