import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Privacy } from '#contract/fields.ts'
import { audioAnalyses } from './database/schema.ts'
import { type Caller, startTestApp, type TestApp } from './testing/app.ts'
import { accountRows } from './testing/authorization/account.ts'
import { adminRows } from './testing/authorization/admin.ts'
import { libraryRows } from './testing/authorization/library.ts'
import { playlistRows } from './testing/authorization/playlists.ts'
import { type Role, type Row, roles } from './testing/authorization/row.ts'
import { trackRows } from './testing/authorization/tracks.ts'
import { userRows } from './testing/authorization/users.ts'
import { makePlaylist, makeReport, makeTrack, makeUpload, makeUser } from './testing/factories.ts'

/**
 * Who may do what, as a table with a row for every route: a route without a row fails. Each request gets
 * its own fixtures, so that rows do not affect each other.
 */
const table: Record<string, Row> = {
  ...accountRows,
  ...adminRows,
  ...libraryRows,
  ...playlistRows,
  ...trackRows,
  ...userRows,
}

let uploadUrl = ''
let test: TestApp

beforeAll(async () => {
  test = await startTestApp({ env: { ADMIN_EMAILS: 'boss@example.org' } })
  const user = await makeUser(test.postgres.db)
  const issued = await (await test.as(user))('POST', '/api/objects/upload')
  uploadUrl = ((await issued.json()) as { uploadURL: string }).uploadURL
})
afterAll(() => test.close())

describe('authorization', () => {
  it('the authorization table has a row for every route', async () => {
    const { paths } = (await (await test.visitor('GET', '/api/openapi.json')).json()) as {
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
      it(`${call} on a ${privacy} resource returns ${roles.map((role) => `${expected[role]} to the ${role}`).join(', ')}`, async () => {
        const statuses: Partial<Record<Role, number>> = {}
        for (const role of roles) statuses[role] = await tryAs(role, row, privacy)
        expect(statuses).toEqual(expected)
      })
    }
})

async function tryAs(role: Role, row: Row, privacy: Privacy): Promise<number> {
  const { db } = test.postgres
  const owner = await makeUser(db)
  const track = await makeTrack(db, owner.id, { privacy })
  await test.store.write(track.audioUrl.replace('/objects/', ''), Buffer.from('sound'), {
    contentType: 'audio/mpeg',
  })
  await db.insert(audioAnalyses).values({
    trackId: track.id,
    state: 'ready',
    sampleRate: 44_100,
    samplesPerBin: 1,
    peaks: Buffer.alloc(2),
  })
  const otherTrack = await makeTrack(db, owner.id)
  const playlist = await makePlaylist(db, owner.id, [track.id], { privacy })
  const { caller, callerId } = await callerFor(role, owner)
  const { objectPath } = callerId
    ? await makeUpload(db, callerId, 'audio')
    : { objectPath: '/objects/audio/x' }
  const resources = {
    trackId: track.id,
    slug: track.slug,
    playlistId: playlist.id,
    ownerId: owner.id,
    callerId,
    otherTrackId: otherTrack.id,
    objectPath,
    uploadUrl,
    reportedId: await makeReport(db, { trackId: otherTrack.id }),
  }
  const { method, path, body } = row.request(resources)
  const response = await caller(method, path, body === undefined ? {} : { body })
  await response.arrayBuffer()
  return response.status
}

async function callerFor(
  role: Role,
  owner: { id: string },
): Promise<{ caller: Caller; callerId: string }> {
  if (role === 'visitor') return { caller: test.visitor, callerId: '' }
  if (role === 'owner') return { caller: await test.as(owner), callerId: owner.id }
  const account = role === 'otherUser' ? await makeUser(test.postgres.db) : await administrator()
  return { caller: await test.as(account), callerId: account.id }
}

let adminUser: { id: string } | undefined
async function administrator() {
  adminUser ??= await makeUser(test.postgres.db, { email: 'boss@example.org', emailVerified: true })
  return adminUser
}
