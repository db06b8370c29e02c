import type * as contract from '#contract/invites.ts'
import type { Invite } from '#contract/invites.ts'
import type { BodyOf } from '#contract/route.ts'
import { notFound } from '#server/errors.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import { getUsersByIds } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import { type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  addUse,
  findUsable,
  type InviteRow,
  insertInvite,
  listPage,
  listUses,
  revoke,
} from './repository.ts'

const dayMs = 24 * 60 * 60_000

/** The token is returned only here: the database stores its hash. */
export async function createInvite(
  db: Db,
  { uses, expiresInDays, note }: BodyOf<typeof contract.createInvite>,
  viewer: Viewer,
): Promise<{ invite: Invite; token: string }> {
  const token = newToken()
  const row = await db.transaction(async (tx) => {
    const created = await insertInvite(tx, {
      tokenHash: hashToken(token),
      note: note ?? null,
      maxUses: uses,
      expiresAt: new Date(Date.now() + expiresInDays * dayMs),
      createdBy: viewer.id,
    })
    await recordAction(tx, viewer, { action: 'invite.create', target: targetOf(created) })
    return created
  })
  const [invite] = await present(db, [row])
  return { invite: invite as Invite, token }
}

const targetOf = ({ id, note }: Pick<InviteRow, 'id' | 'note'>) => ({
  kind: 'invite' as const,
  id,
  name: note || 'Invite',
})

export async function listInvites(db: Db, query: PageQuery): Promise<Page<Invite>> {
  const { items, next } = await readPage(
    'invites',
    query,
    (range) => listPage(db, range),
    ({ id, createdAt }) => [createdAt, id],
  )
  return { items: await present(db, items), next }
}

async function present(db: Db, rows: InviteRow[]): Promise<Invite[]> {
  const uses = await listUses(
    db,
    rows.map(({ id }) => id),
  )
  const creators = await getUsersByIds(db, [
    ...new Set(rows.flatMap(({ createdBy }) => createdBy ?? [])),
  ])
  return rows.map((row) => ({
    id: row.id,
    note: row.note,
    maxUses: row.maxUses,
    uses: row.uses,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdBy: creators.find(({ id }) => id === row.createdBy) ?? null,
    usedBy: uses
      .filter(({ inviteId }) => inviteId === row.id)
      .map(({ user, usedAt }) => ({
        user: user && presentUser(user),
        at: usedAt.toISOString(),
      })),
  }))
}

export async function revokeInvite(db: Db, id: string, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    const revoked = await revoke(tx, id)
    if (!revoked) throw notFound('Invite')
    const target = targetOf({ id, note: revoked.note })
    await recordAction(tx, viewer, { action: 'invite.revoke', target })
  })
}

/** Whether an account can be created with it now. */
export const isUsableInvite = (db: Db, token: string): Promise<boolean> =>
  findUsable(db, hashToken(token))

/** In the transaction that creates the account or user; false if it cannot be used (any more). */
export const consumeInvite = (
  tx: Db,
  token: string,
  identity: { issuer: string; subject: string },
): Promise<boolean> => addUse(tx, hashToken(token), identity)
