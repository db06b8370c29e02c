import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import {
  deleteLinkToken,
  deleteLinkTokensOf,
  findLinkToken,
  insertLinkToken,
  type LinkKind,
  type LinkToken,
} from './link-tokens-repository.ts'

export type { LinkKind, LinkToken }

type NewLink = { kind: LinkKind; accountId: string; email: string | null; minutes: number }

/** Returns the secret of a new link, which is stored hashed. Older links of the same kind end. */
export async function createLinkToken(db: Db, { minutes, ...link }: NewLink): Promise<string> {
  const token = newToken()
  await db.transaction(async (tx) => {
    await deleteLinkTokensOf(tx, link.accountId, [link.kind])
    const expiresAt = new Date(Date.now() + minutes * 60_000)
    await insertLinkToken(tx, { ...link, tokenHash: hashToken(token), expiresAt })
  })
  return token
}

/** Undefined for a link that has expired or was used, and for one of another kind. */
export const findLink = (db: Db, kinds: readonly LinkKind[], token: string) =>
  findLinkToken(db, kinds, hashToken(token))

/** As `findLink`, and deletes the link: it can be used once. */
export const consumeLinkToken = (db: Db, kinds: readonly LinkKind[], token: string) =>
  deleteLinkToken(db, kinds, hashToken(token))

export const endLinks = (db: Db, accountId: string, kinds: readonly LinkKind[]) =>
  deleteLinkTokensOf(db, accountId, kinds)
