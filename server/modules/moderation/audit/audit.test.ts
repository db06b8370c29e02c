import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { auditLog, tracks } from '#server/database/schema.ts'
import { makePlaylist, makeReport, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

async function list(query = ''): Promise<AuditEntry[]> {
  const response = await site.asAdministrator('GET', `/api/admin/audit${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as AuditEntry[]
}

async function send(method: string, path: string, body?: unknown) {
  const response = await site.asAdministrator(method, path, body === undefined ? {} : { body })
  expect(response.status, path).toBeLessThan(300)
  await response.arrayBuffer()
}

test('audit log: every write with administrator rights is recorded with names, also of what was deleted', async () => {
  const user = await makeUser(site.db, { displayName: 'Audited Artist' })
  const track = await makeTrack(site.db, user.id, { title: 'First title' })
  const playlist = await makePlaylist(site.db, user.id, [], { title: 'Audited List' })
  const reportId = await makeReport(site.db, { trackId: track.id })
  await send('POST', `/api/admin/reports/${reportId}/decision`, {
    decision: 'dismiss',
    reason: 'Fair use.',
  })
  await send('DELETE', `/api/admin/reports/${reportId}/decision`)
  await send('PUT', `/api/tracks/${track.id}`, { title: 'Second title', genre: 'jazz' })
  await send('DELETE', `/api/tracks/${track.id}`)
  await send('DELETE', `/api/playlists/${playlist.id}`)
  await send('PUT', `/api/users/${user.id}/admin`, { bio: 'Hello' })
  await send('DELETE', `/api/users/${user.id}/admin`)
  const trackTarget = { kind: 'track', id: track.id }
  const userTarget = { kind: 'user', id: user.id, name: 'Audited Artist' }
  const listTarget = { kind: 'playlist', id: playlist.id, name: 'Audited List' }
  const second = { ...trackTarget, name: 'Second title' }
  const first = { ...trackTarget, name: 'First title' }
  const entries = (await list()).slice(0, 7)
  expect(entries.map(({ action, target, detail }) => [action, target, detail])).toEqual([
    ['user.delete', userTarget, null],
    ['user.update', userTarget, 'bio'],
    ['playlist.delete', listTarget, null],
    ['track.delete', second, null],
    ['track.update', second, 'title, genre'],
    ['report.undo', first, 'dismiss'],
    ['report.dismiss', first, 'Fair use.'],
  ])
  for (const { actor } of entries)
    expect(actor).toEqual({ id: site.administrator.id, name: 'Ines Calder' })
})

test('audit log: of a form that sends all its fields the changed ones are recorded', async () => {
  const user = await makeUser(site.db, { displayName: 'Whole Form', bio: 'Hello' })
  const track = await makeTrack(site.db, user.id, { title: 'Same', genre: 'jazz', tags: ['a'] })
  const profile = { displayName: 'Whole Form', firstName: user.firstName, bio: 'Bye', website: '' }
  await send('PUT', `/api/users/${user.id}/admin`, profile)
  await send('PUT', `/api/users/${user.id}/admin`, profile)
  const fields = { title: 'Same', genre: 'folk', tags: ['a'], description: '' }
  await send('PUT', `/api/tracks/${track.id}`, fields)
  expect((await list()).slice(0, 3).map(({ detail }) => detail)).toEqual(['genre', null, 'bio'])
})

test('audit log: what owners and administrators do with their own content is not in it', async () => {
  const before = await site.db.$count(auditLog)
  const track = await makeTrack(site.db, site.owner.id)
  await site.asOwner('PUT', `/api/tracks/${track.id}`, { body: { title: 'Mine' } })
  await site.asOwner('DELETE', `/api/tracks/${track.id}`)
  const own = await makeTrack(site.db, site.administrator.id)
  await send('PUT', `/api/tracks/${own.id}`, { title: 'Mine' })
  await send('DELETE', `/api/tracks/${own.id}`)
  expect(await site.db.$count(auditLog)).toBe(before)
})

test('audit log: a write that fails leaves no entry, and of concurrent deletions one is recorded', async () => {
  const track = await makeTrack(site.db, site.owner.id, { title: 'Deleted at once' })
  const statuses = await Promise.all(
    [1, 2, 3].map(
      async () => (await site.asAdministrator('DELETE', `/api/tracks/${track.id}`)).status,
    ),
  )
  expect(statuses.sort()).toEqual([204, 404, 404])
  expect(await site.db.$count(auditLog, eq(auditLog.targetId, track.id))).toBe(1)
  expect(await site.db.$count(tracks, eq(tracks.id, track.id))).toBe(0)
})

test('audit log: it is filtered by action and by a part of a name, and has pages', async () => {
  for (const title of ['Filter 100%', 'Filter one', 'Filter two']) {
    const track = await makeTrack(site.db, site.owner.id, { title })
    await send('PUT', `/api/tracks/${track.id}`, { genre: 'jazz' })
    if (title === 'Filter two') await send('DELETE', `/api/tracks/${track.id}`)
  }
  const names = async (query: string) => (await list(query)).map(({ target }) => target.name)
  expect(await names('?q=filter')).toEqual([
    'Filter two',
    'Filter two',
    'Filter one',
    'Filter 100%',
  ])
  expect(await names('?q=FILTER&action=track.delete')).toEqual(['Filter two'])
  expect(await names(`?q=${encodeURIComponent('100%')}`)).toEqual(['Filter 100%'])
  const first = await site.asAdministrator('GET', '/api/admin/audit?q=filter&limit=2')
  await first.arrayBuffer()
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(await names(next.slice('/api/admin/audit'.length))).toEqual(['Filter one', 'Filter 100%'])
  expect((await site.asAdministrator('GET', '/api/admin/audit?action=x')).status).toBe(400)
})

test('audit log: entries cannot be changed or deleted, not even in the database', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  await send('DELETE', `/api/tracks/${track.id}`)
  const ofTrack = eq(auditLog.targetId, track.id)
  const rejected = { cause: { code: '42501' } }
  await expect(site.db.update(auditLog).set({ detail: 'x' }).where(ofTrack)).rejects.toMatchObject(
    rejected,
  )
  await expect(site.db.delete(auditLog).where(ofTrack)).rejects.toMatchObject(rejected)
  await expect(site.db.execute(sql`truncate ${auditLog}`)).rejects.toMatchObject(rejected)
  expect(await site.db.$count(auditLog, ofTrack)).toBe(1)
})
