import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import type { Invite } from '#contract/invites.ts'
import { auditLog, invites } from '#server/database/schema.ts'
import { makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { consumeInvite, isUsableInvite } from './service.ts'

const site = setUpTestSite()

async function create(body: object = {}): Promise<{ invite: Invite; url: string; token: string }> {
  const response = await site.asAdministrator('POST', '/api/admin/invites', { body })
  expect(response.status).toBe(201)
  const created = (await response.json()) as { invite: Invite; url: string }
  return { ...created, token: new URL(created.url).searchParams.get('invite') ?? '' }
}

async function list(query = ''): Promise<{ items: Invite[]; next: string | null }> {
  const response = await site.asAdministrator('GET', `/api/admin/invites${query}`)
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  return { items: (await response.json()) as Invite[], next }
}

const use = (token: string, subject: string) =>
  site.db.transaction((tx) =>
    consumeInvite(tx, token, { issuer: 'https://id.example.org', subject }),
  )

test('invites: only the response that creates one has the link, and the database has its hash', async () => {
  const { invite, url, token } = await create({ uses: 3, expiresInDays: 30, note: 'The choir' })
  expect(url).toBe(`${site.config.publicUrl}/api/login?prompt=create&invite=${token}`)
  expect(token.length).toBeGreaterThan(40)
  expect(invite).toMatchObject({ note: 'The choir', maxUses: 3, uses: 0, usedBy: [] })
  expect(invite.createdBy?.id).toBe(site.administrator.id)
  const days = (Date.parse(invite.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(30, 1)
  const { items } = await list()
  expect(items[0]).toEqual(invite)
  const { rows } = await site.db.execute(sql`select to_json(invites) as row from invites`)
  expect(JSON.stringify([items, rows])).not.toContain(token)
})

test('invites: one can be used as often as it says, also by concurrent sign-ups, and lists who did', async () => {
  const { invite, token } = await create({ uses: 2, note: 'Two seats' })
  const users = [await makeUser(site.db), await makeUser(site.db), await makeUser(site.db)]
  const outcomes = await Promise.all(users.map(({ subject }) => use(token, subject)))
  expect(outcomes.filter(Boolean)).toHaveLength(2)
  expect(await isUsableInvite(site.db, token)).toBe(false)
  const found = (await list()).items.find(({ id }) => id === invite.id)
  expect(found?.uses).toBe(2)
  const admitted = users.filter((_, index) => outcomes[index]).map(({ id }) => id)
  expect(found?.usedBy.map(({ user }) => user?.id).sort()).toEqual(admitted.sort())
  const single = await create()
  const rush = await Promise.all(users.map(({ subject }) => use(single.token, subject)))
  expect(rush.filter(Boolean)).toHaveLength(1)
})

test('invites: revoked, expired and made-up ones cannot be used', async () => {
  const revoked = await create()
  const path = `/api/admin/invites/${revoked.invite.id}`
  expect((await site.asAdministrator('DELETE', path)).status).toBe(204)
  expect((await site.asAdministrator('DELETE', path)).status).toBe(204)
  const expired = await create()
  await site.db
    .update(invites)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(invites.id, expired.invite.id))
  for (const token of [revoked.token, expired.token, 'made-up', '']) {
    expect(await isUsableInvite(site.db, token)).toBe(false)
    expect(await use(token, 'nobody')).toBe(false)
  }
  const found = (await list()).items.find(({ id }) => id === revoked.invite.id)
  expect(found?.revokedAt).not.toBeNull()
  const unknown = '/api/admin/invites/00000000-0000-4000-8000-000000000000'
  expect((await site.asAdministrator('DELETE', unknown)).status).toBe(404)
})

test('invites: uses, days and notes are checked, the list has pages, and the audit log names the note', async () => {
  for (const body of [{ uses: 0 }, { uses: 1001 }, { uses: 1.5 }, { expiresInDays: 366 }]) {
    const response = await site.asAdministrator('POST', '/api/admin/invites', { body })
    expect(response.status, JSON.stringify(body)).toBe(400)
  }
  const names = ['First note', 'Second note', 'Third note']
  for (const note of names) await create({ note })
  const first = await list('?limit=2')
  expect(first.items.map(({ note }) => note)).toEqual(['Third note', 'Second note'])
  expect((await list(`?${first.next?.split('?')[1]}`)).items[0]?.note).toBe('First note')
  const entries = await site.asAdministrator('GET', '/api/admin/audit?q=Third+note')
  expect((await entries.json()) as AuditEntry[]).toMatchObject([
    { action: 'invite.create', target: { kind: 'invite', name: 'Third note' }, detail: null },
  ])
  expect(await site.db.$count(auditLog, eq(auditLog.action, 'invite.revoke'))).toBeGreaterThan(0)
})
