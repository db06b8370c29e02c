import { open } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { credits, pins, playlists, tracks, uploads, users } from '#server/database/schema.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpImports } from '#server/testing/import-archive.ts'
import { fixture } from '#server/testing/sample-files.ts'

const { db, makeArchive, importFile } = setUpImports()

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

test('import: values of many levels are refused before they are looked through', async () => {
  const user = await makeUser(db())
  const deep = `${'['.repeat(60_000)}"x"${']'.repeat(60_000)}`
  const entry = `{"id":"a","title":"Deep","audio":"audio/tone.mp3","tags":${deep}}`
  const file = await makeArchive({ 'tracks.json': `[${entry}]` }, tone)
  expect(await importFile(file, user.id)).toMatchObject({
    tracks: 0,
    problems: ['tracks.json: tracks.json has too many levels'],
  })
})

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
