import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fromBuffer } from 'yauzl'
import type { DataExport } from '#contract/account.ts'
import {
  blocks,
  exportLinks,
  exports,
  follows,
  likes,
  listens,
  pins,
  playerStates,
  playlists,
  savedPlaylists,
  users,
} from '#server/database/schema.ts'
import { runChecks } from '#server/modules/doctor/service.ts'
import { removeReleasedFiles } from '#server/modules/uploads/cleanup-service.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { imageObject } from '#server/shared/object-keys.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  makeComment,
  makePlaylist,
  makeRepost,
  makeShareLink,
  makeTrack,
  makeUser,
} from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'
import { archiveParts } from './parts.ts'
import { findByUser, insertLink } from './repository.ts'
import { prepareNextExport } from './service.ts'

const site = setUpTestApp({ env: { ADMIN_EMAILS: 'boss@example.org' } })

const db = () => site.postgres.db
type Call = Awaited<ReturnType<TestApp['as']>>
const stateOf = async (call: Call) =>
  (await (await call('GET', '/api/account/export')).json()) as DataExport
const readyLink = (call: Call) =>
  vi.waitFor(
    async () => {
      const { url } = await stateOf(call)
      if (!url) throw new Error('not ready')
      return url
    },
    { timeout: 30_000 },
  )

async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error)
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, async (failure, stream) => {
        if (failure) return reject(failure)
        entries.set(entry.fileName, await buffer(stream))
        zip.readEntry()
      })
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  })
  await promise
  return entries
}

async function makeContent() {
  const username = `ines-${crypto.randomUUID().slice(0, 8)}`
  const [user, other] = [await makeUser(db(), { username }), await makeUser(db())]
  const track = await makeTrack(db(), user.id, { title: 'Night Market', privacy: 'private' })
  await site.store.write(track.audioPath.replace('/objects/', ''), Buffer.from('sound'), {
    contentType: 'audio/mpeg',
  })
  const [liked, hidden] = [
    await makeTrack(db(), other.id, { title: 'Salt' }),
    await makeTrack(db(), other.id, { title: 'A secret', privacy: 'private' }),
  ]
  await makePlaylist(db(), user.id, [liked.id, track.id], {
    ...{ title: 'Evenings', releaseDate: '2019-01-01', releasePrecision: 'year' },
  })
  await db()
    .insert(likes)
    .values([
      { userId: user.id, trackId: liked.id },
      { userId: user.id, trackId: hidden.id },
    ])
  await db()
    .insert(playerStates)
    .values({
      userId: user.id,
      version: 1,
      state: {
        playing: true,
        position: 42,
        tracks: [track.id],
        index: 0,
        added: [],
        original: null,
        source: null,
        repeat: 'off',
        resume: [],
      },
    })
  await makeShareLink(db(), { userId: user.id, trackId: track.id })
  await db().insert(pins).values({ userId: user.id, trackId: track.id, position: 0 })
  const heard = { userId: user.id, day: '2026-11-16' }
  await db()
    .insert(listens)
    .values([liked, hidden].map(({ id }) => ({ ...heard, trackId: id })))
  await makeComment(db(), liked.id, { userId: user.id })
  await makeComment(db(), hidden.id, { userId: user.id })
  for (const { id: trackId } of [liked, hidden]) await makeRepost(db(), user.id, { trackId })
  await db().insert(blocks).values({ userId: user.id, blockedId: other.id })
  await db().insert(follows).values({ followerId: user.id, followingId: other.id })
  const shared = await makePlaylist(db(), other.id, [], { title: 'Mornings' })
  const secret = await makePlaylist(db(), other.id, [], { title: 'Drafts', privacy: 'private' })
  await db()
    .insert(savedPlaylists)
    .values([shared, secret].map(({ id }) => ({ userId: user.id, playlistId: id })))
  return { user, other, track }
}

test('export: the archive has the texts and the files, and nothing that others hide', async () => {
  const { user, other, track } = await makeContent()
  const call = await site.as(user)
  expect(await stateOf(call)).toMatchObject({ state: 'none', progress: 0, url: null, bytes: null })
  const requested = await call('POST', '/api/account/export')
  expect(requested.status).toBe(202)
  const response = await call('GET', await readyLink(call))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="export-/)
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')
  expect([...files.keys()].sort()).toEqual([
    ...[`audio/${track.slug}.mp3`, ...Object.keys(archiveParts)].sort(),
  ])
  expect(files.get(`audio/${track.slug}.mp3`)?.toString()).toBe('sound')
  expect(json('profile.json')).toMatchObject({ username: user.username })
  expect(json('profile.json').subject).toBeUndefined()
  expect(json('tracks.json')).toMatchObject([
    { title: 'Night Market', privacy: 'private', audio: `audio/${track.slug}.mp3` },
  ])
  expect(json('playlists.json')).toMatchObject([{ title: 'Evenings', releaseDate: '2019' }])
  expect(json('playlists.json')[0].tracks.map(({ title }: { title: string }) => title)).toEqual([
    'Salt',
    'Night Market',
  ])
  expect(json('likes.json').map(({ title }: { title: string }) => title)).toEqual(['Salt'])
  expect(json('reposts.json')).toMatchObject([{ title: 'Salt', repostedAt: expect.any(String) }])
  expect(json('comments.json')).toMatchObject([
    { id: expect.any(String), trackTitle: 'Salt', text: 'What a bass line.' },
  ])
  expect(json('blocks.json')).toMatchObject([{ id: other.id }])
  expect(json('follows.json')).toMatchObject([{ username: other.username }])
  expect(json('saved-playlists.json')).toMatchObject([{ title: 'Mornings' }])
  expect(json('pins.json')).toEqual([{ kind: 'track', id: track.id }])
  expect(json('history.json')).toMatchObject([{ title: 'Salt' }])
  expect(json('share-links.json')).toMatchObject([
    { name: 'For the label', notes: [{ text: 'The snare is late.' }] },
  ])
  expect(JSON.stringify(json('share-links.json'))).not.toMatch(/tokenHash|browser/)
  expect(json('player.json')).toMatchObject({ state: { tracks: [track.id], position: 42 } })
})

test('export: tracks and playlists whose slugs look like other names keep their own pictures', async () => {
  const user = await makeUser(db(), { username: `nara-${crypto.randomUUID().slice(0, 8)}` })
  const image = async (text: string) => {
    const objectPath = `/objects/images/${crypto.randomUUID()}`
    const { key } = imageObject(objectPath, Number.POSITIVE_INFINITY) ?? { key: '' }
    await site.store.write(key, Buffer.from(text), { contentType: 'image/webp' })
    return objectPath
  }
  const pictures = {
    avatar: await image('avatar'),
    track: await image('track'),
    other: await image('other track'),
    cover: await image('cover'),
  }
  await db().update(users).set({ profileImageUrl: pictures.avatar }).where(eq(users.id, user.id))
  await makeTrack(db(), user.id, { slug: 'profile', artworkPath: pictures.track })
  await makeTrack(db(), user.id, { slug: 'playlist-x', artworkPath: pictures.other })
  const playlist = await makePlaylist(db(), user.id, [], { slug: 'x' })
  await db()
    .update(playlists)
    .set({ coverPath: pictures.cover })
    .where(eq(playlists.id, playlist.id))
  const call = await site.as(user)
  await call('POST', '/api/account/export')
  const archive = await call('GET', await readyLink(call))
  const files = await readZip(Buffer.from(await archive.arrayBuffer()))
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')
  const picture = (name: string) => files.get(name)?.toString()
  expect(picture(json('profile.json').image)).toBe('avatar')
  expect(json('tracks.json').map(({ artwork }: { artwork: string }) => picture(artwork))).toEqual([
    'track',
    'other track',
  ])
  expect(picture(json('playlists.json')[0].cover)).toBe('cover')
})

test('export: a link works for its user only, not for administrators, and not after 24 hours', async () => {
  const { user, other } = await makeContent()
  const call = await site.as(user)
  await call('POST', '/api/account/export')
  const [first, second] = [await readyLink(call), await readyLink(call)]
  expect(second).not.toBe(first)
  const admin = await makeUser(db(), { email: 'boss@example.org', emailVerified: true })
  for (const caller of [await site.as(other), await site.as(admin)])
    expect((await caller('GET', first)).status).toBe(404)
  expect((await site.visitor('GET', first)).status).toBe(401)
  for (const link of [first, second]) {
    const response = await call('GET', link)
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  }
  const { expiresAt } = await stateOf(call)
  expect(Date.parse(expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(24 * 3600_000)
  await db()
    .update(exports)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(exports.userId, user.id))
  expect((await call('GET', first)).status).toBe(404)
  expect((await stateOf(call)).state).toBe('none')
})

test('export: an expired, foreign or made-up link returns a page to browsers, and JSON to scripts', async () => {
  const { user, other } = await makeContent()
  const call = await site.as(user)
  await call('POST', '/api/account/export')
  const link = await readyLink(call)
  const open = { headers: { accept: 'text/html,*/*;q=0.8' } }
  const foreign = await (await site.as(other))('GET', link, open)
  const madeUp = await call('GET', '/api/account/export/made-up', open)
  await db()
    .update(exports)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(exports.userId, user.id))
  const expired = await call('GET', link, open)
  for (const response of [foreign, madeUp, expired]) {
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await response.text()
    expect(page).toContain('This link has expired or was already used.')
    expect(page).toContain('href="/settings"')
  }
  const visitor = await site.visitor('GET', link, open)
  expect(visitor.status).toBe(401)
  expect(await visitor.text()).toContain('href="/api/login?returnTo=%2Fsettings"')
  const script = await call('GET', link)
  expect(await script.json()).toEqual({ message: 'Export not found' })
})

test('export: an export that a killed server left unfinished is completed by another server', async () => {
  const user = await makeUser(db())
  await db()
    .insert(exports)
    .values({
      userId: user.id,
      lease: crypto.randomUUID(),
      leasedAt: new Date(Date.now() - 61_000),
    })
  const call = await site.as(user)
  await prepareNextExport({ db: db(), store: site.store })
  await readyLink(call)
})

test('export: concurrent export, download and deletion of an account leave no rows and no files', async () => {
  const own = await startTestApp()
  onTestFinished(() => own.close())
  const deps = { db: own.postgres.db, store: own.store }
  for (let round = 0; round < 3; round++) {
    const user = await makeUser(deps.db, { username: `ines-${round}` })
    const [call, other] = [await own.as(user), await own.as(user)]
    const audioUrl = await upload(call, 'audio', fixture('tone.mp3'))
    await call('POST', '/api/tracks', { body: { title: 'Night Market', audioUrl } })
    await call('POST', '/api/account/export')
    const link = round > 0 ? await readyLink(call) : undefined
    const remove = () => call('DELETE', '/api/account', { body: { username: user.username } })
    const [exported, read, archive, first, second] = await Promise.all([
      other('POST', '/api/account/export'),
      other('GET', '/api/account/export'),
      link ? other('GET', link).then(readToEnd) : undefined,
      remove(),
      remove(),
      prepareNextExport(deps),
    ])
    expect([202, 401]).toContain(exported.status)
    expect([200, 401]).toContain(read.status)
    expect([undefined, 200, 401, 404]).toContain(archive)
    expect([first.status, second.status].toSorted()).toEqual([204, 401])
    await prepareNextExport(deps)
    expect((await call('GET', '/api/account/export')).status).toBe(401)
  }
  expect(await deps.db.$count(exports)).toBe(0)
  expect(await deps.db.$count(exportLinks)).toBe(0)
  await removeReleasedFiles(deps)
  const problems: string[] = []
  await withLongRunningConnection(own.postgres.url, (connection) =>
    runChecks({ ...deps, db: connection, print: (line) => problems.push(line) }, { fix: false }),
  )
  expect(problems).toEqual([])
})

test('export: no link is created while the account is being deleted', async () => {
  const { user } = await makeContent()
  const call = await site.as(user)
  await call('POST', '/api/account/export')
  await readyLink(call)
  const row = await findByUser(db(), user.id)
  // As the deletion of the user does.
  await db().delete(exports).where(eq(exports.userId, user.id))
  expect(await insertLink(db(), row?.id ?? '', 'hash of a link')).toBe(false)
})

/** The status; a download of files that are deleted meanwhile may break off. */
async function readToEnd(response: Response): Promise<number> {
  await response.arrayBuffer().catch(() => undefined)
  return response.status
}
