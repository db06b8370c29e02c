import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { linkTokens } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export type LinkToken = typeof linkTokens.$inferSelect
export type LinkKind = LinkToken['kind']

export async function insertLinkToken(db: Db, token: LinkToken) {
  await db.insert(linkTokens).values(token)
}

const isValid = (kinds: readonly LinkKind[], tokenHash: string) =>
  and(
    eq(linkTokens.tokenHash, tokenHash),
    inArray(linkTokens.kind, [...kinds]),
    gt(linkTokens.expiresAt, sql`now()`),
  )

export async function findLinkToken(db: Db, kinds: readonly LinkKind[], tokenHash: string) {
  const rows = await db.select().from(linkTokens).where(isValid(kinds, tokenHash))
  return rows[0]
}

/** Reads and deletes in one statement: of two concurrent uses one gets undefined. */
export async function deleteLinkToken(db: Db, kinds: readonly LinkKind[], tokenHash: string) {
  const rows = await db.delete(linkTokens).where(isValid(kinds, tokenHash)).returning()
  return rows[0]
}

export async function deleteLinkTokensOf(db: Db, accountId: string, kinds: readonly LinkKind[]) {
  await db
    .delete(linkTokens)
    .where(and(eq(linkTokens.accountId, accountId), inArray(linkTokens.kind, [...kinds])))
}
