import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import { invites, inviteUses, users } from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'

export type InviteRow = typeof invites.$inferSelect

export async function insertInvite(
  tx: Db,
  invite: Pick<InviteRow, 'tokenHash' | 'note' | 'maxUses' | 'expiresAt' | 'createdBy'>,
): Promise<InviteRow> {
  const rows = await tx.insert(invites).values(invite).returning()
  return rows[0] as InviteRow
}

export function listPage(db: Db, { limit, after }: PageRange): Promise<InviteRow[]> {
  return db
    .select()
    .from(invites)
    .where(after && sql`(${invites.createdAt}, ${invites.id}) < (${after.value}, ${after.id})`)
    .orderBy(desc(invites.createdAt), desc(invites.id))
    .limit(limit)
}

/** The newest uses of each invite, with the users who have signed in since. */
export function listUses(db: Db, inviteIds: string[]) {
  const ranked = db
    .select({
      inviteId: inviteUses.inviteId,
      issuer: inviteUses.issuer,
      subject: inviteUses.subject,
      usedAt: inviteUses.usedAt,
      rank: sql<number>`row_number() over (
        partition by ${inviteUses.inviteId} order by ${inviteUses.usedAt} desc)`.as('rank'),
    })
    .from(inviteUses)
    .where(sql`${inviteUses.inviteId} = any(${sql.param(inviteIds)}::uuid[])`)
    .as('ranked')
  return db
    .select({ inviteId: ranked.inviteId, usedAt: ranked.usedAt, user: userSummaryColumns })
    .from(ranked)
    .leftJoin(users, and(eq(users.issuer, ranked.issuer), eq(users.subject, ranked.subject)))
    .where(sql`${ranked.rank} <= ${limits.maxInviteUsesInDetail}`)
    .orderBy(desc(ranked.usedAt))
}

/** Undefined if there is none. Revoked ones stay as they are. */
export async function revoke(tx: Db, id: string) {
  const rows = await tx
    .update(invites)
    .set({ revokedAt: sql`coalesce(${invites.revokedAt}, now())` })
    .where(eq(invites.id, id))
    .returning({ note: invites.note })
  return rows[0]
}

const isUsable = (tokenHash: string) =>
  and(
    eq(invites.tokenHash, tokenHash),
    isNull(invites.revokedAt),
    gt(invites.expiresAt, sql`now()`),
    lt(invites.uses, invites.maxUses),
  )

export async function findUsable(db: Db, tokenHash: string): Promise<boolean> {
  return (await db.$count(invites, isUsable(tokenHash))) > 0
}

/** Of concurrent calls for the last use one gets true: the row is locked until the transaction ends. */
export async function addUse(
  tx: Db,
  tokenHash: string,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> {
  const rows = await tx
    .update(invites)
    .set({ uses: sql`${invites.uses} + 1` })
    .where(isUsable(tokenHash))
    .returning({ id: invites.id })
  if (!rows[0]) return false
  await tx.insert(inviteUses).values({ inviteId: rows[0].id, issuer, subject })
  return true
}
