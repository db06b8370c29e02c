import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { linkTokens } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'

export type LinkToken = typeof linkTokens.$inferSelect
export type LinkKind = LinkToken['kind']
type NewLink = Pick<LinkToken, 'kind' | 'accountId' | 'email'> & { minutes: number }

/** Returns the secret of a new link, which is stored hashed. Older links of the same kind end. */
export async function createLinkToken(db: Db, { minutes, ...link }: NewLink): Promise<string> {
  const token = newToken()
  await db.transaction(async (tx) => {
    await endLinks(tx, link.accountId, [link.kind])
    const expiresAt = new Date(Date.now() + minutes * 60_000)
    await tx.insert(linkTokens).values({ ...link, tokenHash: hashToken(token), expiresAt })
  })
  return token
}

const isValid = (kinds: readonly LinkKind[], token: string) =>
  and(
    eq(linkTokens.tokenHash, hashToken(token)),
    inArray(linkTokens.kind, [...kinds]),
    gt(linkTokens.expiresAt, sql`now()`),
  )

/** Undefined for a link that has expired or was used, and for one of another kind. */
export async function findLink(db: Db, kinds: readonly LinkKind[], token: string) {
  const rows = await db.select().from(linkTokens).where(isValid(kinds, token))
  return rows[0]
}

/** As `findLink`, and deletes the link in one statement: of two concurrent uses one gets undefined. */
export async function consumeLinkToken(db: Db, kinds: readonly LinkKind[], token: string) {
  const rows = await db.delete(linkTokens).where(isValid(kinds, token)).returning()
  return rows[0]
}

export async function endLinks(db: Db, accountId: string, kinds: readonly LinkKind[]) {
  await db
    .delete(linkTokens)
    .where(and(eq(linkTokens.accountId, accountId), inArray(linkTokens.kind, [...kinds])))
}
