import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as schema from '#server/database/schema.ts'
import {
  makeComment,
  makePlaylist,
  makeRepost,
  makeShareLink,
  makeTrack,
  makeUpload,
  makeUser,
} from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { archiveParts } from './parts.ts'
import { findByUser, requestRow } from './repository.ts'
import { prepareNextExport } from './service.ts'

const site = setUpTestApp()
const db = () => site.postgres.db
const { exports, users } = schema

const later = new Date(Date.now() + 3600_000)
const day = '2026-03-04'
const month = '2026-03-01'

/** Rows of everything that is stored about a user; secrets and their hashes contain SECRET. */
async function makeRows() {
  const accountId = crypto.randomUUID()
  const identity = { issuer: 'built-in', subject: accountId }
  const [user, other] = [await makeUser(db(), identity), await makeUser(db())]
  const account = { id: accountId, email: `${accountId}@example.org`, displayName: 'Ines' }
  const insert = async (table: Parameters<ReturnType<typeof db>['insert']>[0], row: object) =>
    void (await db()
      .insert(table)
      .values(row as never))
  await insert(schema.accounts, { ...account, passwordHash: 'SECRET' })
  await insert(schema.passkeys, {
    ...{ accountId, name: 'Phone', credentialId: `SECRET ${accountId}`, publicKey: 'SECRET' },
    ...{ counter: 0, transports: [] },
  })
  const sid = `SECRET ${accountId}`
  const sess = { userId: user.id, startedAt: '2026-03-04T05:06:07Z', secretId: 'SECRET' }
  const agent = { userAgent: 'Firefox on Linux', idToken: 'SECRET', providerSession: 'SECRET' }
  await insert(schema.sessions, { sid, sess: { ...sess, ...agent }, expire: later })
  const endpoint = `https://push.example/SECRET/${accountId}`
  const push = { userId: user.id, sid, endpoint, p256dh: 'SECRET', auth: 'SECRET' }
  await insert(schema.pushSubscriptions, push)
  await insert(schema.appCredentials, {
    ...{ userId: user.id, kind: 'app-password', name: 'Amperfy', secretId: 'SECRET' },
    ...{ secretHash: `SECRET ${accountId}`, encryptedSecret: 'SECRET' },
  })
  const service = { userId: user.id, service: 'listenbrainz', url: 'https://lb.example' }
  await insert(schema.scrobblingAccounts, {
    ...service,
    username: 'ines',
    encryptedToken: 'SECRET',
  })
  const { objectPath: audioPath } = await makeUpload(db(), user.id, 'audio')
  const track = await makeTrack(db(), user.id, { audioPath })
  const foreign = await makeTrack(db(), other.id)
  const trackId = track.id
  const list = await makePlaylist(db(), user.id, [trackId])
  const userId = user.id
  await insert(schema.scrobbles, {
    ...{ userId, service: 'listenbrainz', trackId, listenedAt: later },
  })
  const { objectPath } = await makeUpload(db(), userId, 'audio')
  await insert(schema.trackVersions, { trackId, userId, audioPath: objectPath })
  await insert(schema.credits, {
    trackId: foreign.id,
    position: 0,
    role: 'Cello',
    name: 'I',
    userId,
  })
  await insert(schema.pins, { userId, trackId, position: 0 })
  await insert(schema.likes, { userId, trackId: foreign.id })
  await makeRepost(db(), userId, { trackId: foreign.id })
  await insert(schema.follows, { followerId: userId, followingId: other.id })
  await insert(schema.blocks, { userId, blockedId: (await makeUser(db())).id })
  await makeComment(db(), foreign.id, { userId })
  await insert(schema.listens, { userId, trackId: foreign.id, day })
  const saved = await makePlaylist(db(), other.id, [])
  await insert(schema.savedPlaylists, { userId, playlistId: saved.id })
  await insert(schema.librarySettings, { userId, historyEnabled: true })
  await insert(schema.notificationSettings, { userId, disabled: ['like'] })
  const notice = { userId, kind: 'follow', day, actorIds: [other.id], count: 1 }
  await insert(schema.notifications, notice)
  const state = { tracks: [trackId], index: 0, position: 1, resume: [] }
  await insert(schema.playerStates, { userId, version: 1, state })
  const { id: linkId } = await makeShareLink(db(), { userId, trackId })
  await insert(schema.shareNotes, {
    ...{ linkId, trackId, browser: 'SECRET', name: 'Nara', text: 'Late.', position: 1 },
  })
  const itemId = crypto.randomUUID()
  await insert(schema.reportedItems, { id: itemId, kind: 'track', trackId: foreign.id })
  await insert(schema.reports, { itemId, reporterId: userId, reason: 'spam', text: 'Thrice.' })
  await insert(schema.removals, { playlistId: list.id, privacy: 'public', reason: 'Cover' })
  const inviteId = crypto.randomUUID()
  const invite = { id: inviteId, createdBy: userId, maxUses: 1, expiresAt: later }
  await insert(schema.invites, { ...invite, tokenHash: `SECRET ${inviteId}` })
  await insert(schema.inviteUses, { inviteId, ...identity })
  await insert(schema.trackDailyStats, { trackId, day, sitePlays: 3 })
  await insert(schema.playlistDailyStats, { playlistId: list.id, day, downloads: 2 })
  await insert(schema.trackReferrers, { trackId, month, host: 'blog.example', plays: 1 })
  await insert(schema.trackRetention, { trackId, month })
  return user
}

async function documentsOf(userId: string) {
  await requestRow(db(), userId)
  await prepareNextExport({ db: db(), store: site.store })
  const row = await findByUser(db(), userId)
  const [{ content } = { content: undefined }] = await db()
    .select({ content: exports.content })
    .from(exports)
    .where(eq(exports.id, row?.id ?? ''))
  return content?.documents ?? {}
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' ? Object.values(value ?? {}).every(isEmpty) : value === undefined

test('export: everything that is stored about a user is in the archive, and no secret', async () => {
  const user = await makeRows()
  const documents = await documentsOf(user.id)
  const empty = Object.keys(archiveParts).filter((name) => isEmpty(documents[name]))
  expect(empty).toEqual([])
  const text = JSON.stringify(documents)
  expect(text).not.toContain('SECRET')
  expect(text).not.toMatch(/"\w*([hH]ash|[tT]oken|[sS]ecret|p256dh|endpoint|subject)"/)
  expect(documents).toMatchObject({
    'account.json': { displayName: 'Ines' },
    'passkeys.json': [{ name: 'Phone' }],
    'sessions.json': [
      { userAgent: 'Firefox on Linux', showsNotificationsSince: expect.any(String) },
    ],
    'apps.json': [{ kind: 'app-password', name: 'Amperfy' }],
    'scrobbling.json': { services: [{ username: 'ines' }], waiting: [{}] },
    'reports.json': [{ kind: 'track', reason: 'spam', text: 'Thrice.' }],
    'removals.json': [{ reason: 'Cover' }],
    'invites.json': { created: [{ uses: 0 }], used: [{}] },
    'statistics.json': {
      days: [{ sitePlays: 3 }],
      releaseDownloads: [{ downloads: 2 }],
      referrers: [{ host: 'blog.example' }],
    },
    'credits.json': [{ role: 'Cello' }],
    'uploads.json': [{ kind: 'audio' }, { kind: 'audio' }],
    'tracks.json': [
      { uploadedAt: expect.any(String), versions: [{ uploadedAt: expect.any(String) }] },
    ],
  })
})

test('export: every table with a column for a user is in the archive, or a reason says why not', () => {
  const covered = new Set(Object.values(archiveParts).flatMap(({ tables }) => [...tables]))
  expect([...covered].filter((name) => !(name in schema))).toEqual([])
  const ofUsers = Object.entries(schema).flatMap(([name, table]) =>
    typeof table === 'object' && ('userId' in table || 'accountId' in table) ? [name] : [],
  )
  const others = ofUsers.filter((name) => !covered.has(name as never))
  expect(others.sort()).toEqual([
    // Links to this download.
    'exports',
    // Links that were mailed: secrets that end within a day.
    'linkTokens',
    // Work that waits: the name that searches should find.
    'renamedUsers',
    // Hashes of slugs of what was deleted.
    'retiredSlugs',
  ])
})

test('export: what others wrote or hide is not in the archive of a user', async () => {
  const user = await makeUser(db())
  await makeRows()
  const documents = await documentsOf(user.id)
  const mine = ['profile.json', 'notifications.json']
  const others = Object.keys(archiveParts).filter((name) => !mine.includes(name))
  expect(others.filter((name) => !isEmpty(documents[name]))).toEqual([])
  expect(await db().$count(users)).toBeGreaterThan(2)
})
