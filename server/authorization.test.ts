import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Privacy } from '#contract/fields.ts'
import { audioAnalyses, blocks } from './database/schema.ts'
import type { Caller } from './testing/app.ts'
import { accountRows } from './testing/authorization/account.ts'
import { adminRows } from './testing/authorization/admin.ts'
import { commentRows } from './testing/authorization/comments.ts'
import { libraryRows } from './testing/authorization/library.ts'
import { playlistRows } from './testing/authorization/playlists.ts'
import { repostRows } from './testing/authorization/reposts.ts'
import { type Resources, type Role, type Row, roles } from './testing/authorization/row.ts'
import { shareRows } from './testing/authorization/share-links.ts'
import { trackRows } from './testing/authorization/tracks.ts'
import { userRows } from './testing/authorization/users.ts'
import {
  makeComment,
  makePlaylists,
  makeReport,
  makeShareLink,
  makeTracks,
  makeUpload,
  makeUser,
  makeUsers,
  makeVersion,
} from './testing/factories.ts'
import { setUpTestApp } from './testing/set-up.ts'

/**
 * Who may do what, as a table with a row for every route: a route without a row fails. Each request gets
 * its own fixtures, so that rows do not affect each other.
 */
const table: Record<string, Row> = {
  ...accountRows,
  ...adminRows,
  ...commentRows,
  ...libraryRows,
  ...playlistRows,
  ...repostRows,
  ...shareRows,
  ...trackRows,
  ...userRows,
}

let uploadUrl = ''

const app = setUpTestApp({
  env: { ADMIN_EMAILS: 'boss@example.org', COMMENTS: 'on', REPOSTS: 'on' },
})
beforeAll(async () => {
  const user = await makeUser(app.postgres.db)
  const issued = await (await app.as(user))('POST', '/api/objects/upload')
  uploadUrl = ((await issued.json()) as { uploadURL: string }).uploadURL
})

test('the authorization table has a row for every route', async () => {
  const { paths } = (await (await app.visitor('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const served = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect([...new Set(served)].sort()).toEqual(Object.keys(table).sort())
})

for (const [call, row] of Object.entries(table))
  for (const privacy of ['public', 'unlisted', 'private'] as const) {
    const expected = privacy === 'public' ? row.expect : row[privacy]
    if (!expected) continue
    test(`${call} on a ${privacy} resource returns ${roles.map((role) => `${expected[role]} to the ${role}`).join(', ')}`, async () => {
      expect(await statusesOf(row, privacy)).toEqual(expected)
    })
  }

const relation = { blocked: 'blocked by', blocking: 'who blocks' }

for (const [call, row] of Object.entries(table))
  for (const direction of ['blocked', 'blocking'] as const) {
    const expected = row[direction] ?? row.expect.otherUser
    test(`${call} returns ${expected} to another user, ${relation[direction]} the owner`, async () => {
      expect(await statusesOf(row, 'public', { roles: ['otherUser'], direction })).toEqual({
        otherUser: expected,
      })
    })
  }

type Direction = 'blocked' | 'blocking'
type Choice = { roles: readonly Role[]; direction?: Direction }

/** The fixtures of all roles are inserted together: apart they took 4 s more of CPU time. */
async function statusesOf(
  row: Row,
  privacy: Privacy,
  { roles: callers, direction }: Choice = { roles },
): Promise<Record<Role, number>> {
  const { db } = app.postgres
  const fixtures = callers.map((role) => ({
    role,
    ownerId: randomUUID(),
    trackId: randomUUID(),
    otherTrackId: randomUUID(),
    playlistId: randomUUID(),
    releaseId: randomUUID(),
  }))
  await makeUsers(
    db,
    fixtures.map(({ ownerId: id }) => ({ id })),
  )
  const tracks = fixtures.map(({ trackId: id, ownerId: userId }) => ({ id, userId, privacy }))
  const others = fixtures.map(({ otherTrackId: id, ownerId: userId }) => ({ id, userId }))
  await makeTracks(db, [...tracks.map((track) => ({ ...track, slug: track.id })), ...others])
  const named = resourcesOf(row)
  const havePlaylists = named.has('playlistId') || named.has('releaseId') ? fixtures : []
  await makePlaylists(
    db,
    havePlaylists.flatMap(({ playlistId, releaseId, ownerId: userId, trackId }) => [
      { id: playlistId, userId, trackIds: [trackId], privacy },
      { id: releaseId, userId, type: 'single' as const, privacy },
    ]),
  )
  const analysis = {
    state: 'ready',
    sampleRate: 44_100,
    samplesPerBin: 1,
    peaks: Buffer.alloc(2),
  } as const
  await db.insert(audioAnalyses).values(tracks.map(({ id: trackId }) => ({ ...analysis, trackId })))
  const statuses = new Map<Role, number>()
  for (const { role, ...resources } of fixtures)
    statuses.set(role, await tryAs(role, row, resources, direction))
  return Object.fromEntries(statuses) as Record<Role, number>
}

type Own = Pick<Resources, 'ownerId' | 'trackId' | 'otherTrackId' | 'playlistId' | 'releaseId'>

async function tryAs(role: Role, row: Row, own: Own, direction?: Direction): Promise<number> {
  const { db } = app.postgres
  const { trackId } = own
  const named = resourcesOf(row)
  if (named.has('trackId')) await writeAudio(`/objects/audio/${trackId}.mp3`)
  const { caller, callerId } = await callerFor(role, own.ownerId)
  if (direction === 'blocked')
    await db.insert(blocks).values({ userId: own.ownerId, blockedId: callerId })
  if (direction === 'blocking')
    await db.insert(blocks).values({ userId: callerId, blockedId: own.ownerId })
  const make = makeResources(own, callerId)
  const resources: Resources = { ...anyResources, ...own, slug: trackId, callerId, uploadUrl }
  for (const name of makeable) if (named.has(name)) Object.assign(resources, await make[name]())
  const { method, path, body } = row.request(resources)
  const response = await caller(method, path, body === undefined ? {} : { body })
  await response.arrayBuffer()
  return response.status
}

const anyResources: Resources = {
  ...{ trackId: '', slug: '', playlistId: '', releaseId: '', ownerId: '', callerId: '' },
  ...{ otherTrackId: '', objectPath: '', reportedId: '', commentId: '', versionId: '' },
  share: { id: '', token: '', noteId: '' },
  uploadUrl: 'http://localhost/',
}

/** Those that the request of a row names: the others are not made. */
function resourcesOf(row: Row): Set<string | symbol> {
  const named = new Set<string | symbol>()
  const recorder = new Proxy(anyResources, {
    get: (resources, name) => {
      named.add(name)
      return Reflect.get(resources, name)
    },
  })
  row.request(recorder)
  return named
}

const makeable = ['objectPath', 'commentId', 'versionId', 'share', 'reportedId'] as const

function makeResources({ ownerId, trackId, otherTrackId }: Own, callerId: string) {
  const { db } = app.postgres
  const none = { objectPath: '/objects/audio/x' }
  return {
    objectPath: async () => (callerId ? makeUpload(db, callerId, 'audio') : none),
    commentId: async () => ({ commentId: await makeComment(db, trackId) }),
    async versionId() {
      const { id, audioPath } = await makeVersion(db, { userId: ownerId, trackId })
      await writeAudio(audioPath)
      return { versionId: id }
    },
    share: async () => ({ share: await makeShareLink(db, { userId: ownerId, trackId }) }),
    reportedId: async () => ({ reportedId: await makeReport(db, { trackId: otherTrackId }) }),
  }
}

const writeAudio = (objectPath: string) =>
  app.store.write(objectPath.slice('/objects/'.length), Buffer.from('sound'), {
    contentType: 'audio/mpeg',
  })

async function callerFor(
  role: Role,
  ownerId: string,
): Promise<{ caller: Caller; callerId: string }> {
  if (role === 'visitor') return { caller: app.visitor, callerId: '' }
  if (role === 'owner') return { caller: await app.as({ id: ownerId }), callerId: ownerId }
  const account = role === 'otherUser' ? await makeUser(app.postgres.db) : await administrator()
  return { caller: await app.as(account), callerId: account.id }
}

let adminUser: { id: string } | undefined
async function administrator() {
  adminUser ??= await makeUser(app.postgres.db, { email: 'boss@example.org', emailVerified: true })
  return adminUser
}
