import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { linkTokens } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'

export type LinkToken = typeof linkTokens.$inferSelect
export type LinkKind = LinkToken['kind']
type NewLink = Pick<LinkToken, 'kind' | 'accountId' | 'email'> & { minutes: number }

/**
 * Returns the secret of a new link, which is stored hashed. Older links of the same kind end; those of administrators
 * only with another of theirs, because anybody can have a mail sent.
 */
export async function createLinkToken(db: Db, { minutes, ...link }: NewLink): Promise<string> {
  const token = newToken()
  const { kind, accountId, email } = link
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  if (email === null) await endLinks(db, accountId, [kind])
  await db.execute(sql`
    insert into ${linkTokens} (token_hash, kind, account_id, email, expires_at)
    values (${hashToken(token)}, ${kind}, ${accountId}, ${email}, ${expiresAt.toISOString()})
    on conflict (account_id, kind, (email is not null)) do update
    set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`)
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
