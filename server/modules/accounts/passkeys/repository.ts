import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { passkeyChallenges, passkeys } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { findAccountById } from '../repository.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
type NewPasskey = typeof passkeys.$inferInsert

export async function listPasskeyRows(db: Db, accountId: string) {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export async function findPasskeyRow(db: Db, credentialId: string) {
  const rows = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return rows[0]
}

/** Concurrent additions to one account are made one after the other, so that `max` holds. */
export async function insertPasskey(
  db: Db,
  passkey: NewPasskey,
  max: number,
): Promise<PasskeyRow | 'full' | 'taken' | 'gone'> {
  return db.transaction(async (transaction) => {
    const { accountId } = passkey
    if (!(await findAccountById(transaction, accountId, 'no key update'))) return 'gone'
    const count = await transaction.$count(passkeys, eq(passkeys.accountId, accountId))
    if (count >= max) return 'full'
    const rows = await transaction
      .insert(passkeys)
      .values(passkey)
      .onConflictDoNothing()
      .returning()
    return rows[0] ?? 'taken'
  })
}

const ofAccount = (accountId: string, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.accountId, accountId))

export async function updatePasskeyName(db: Db, accountId: string, id: string, name: string) {
  const rows = await db.update(passkeys).set({ name }).where(ofAccount(accountId, id)).returning()
  return rows[0]
}

export async function deletePasskeyRow(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(passkeys).where(ofAccount(accountId, id))
  return rowCount === 1
}

export async function deletePasskeysOf(db: Db, accountId: string) {
  await db.delete(passkeys).where(eq(passkeys.accountId, accountId))
}

/** Returns false if the passkey is gone, or a concurrent sign-in had the same or a higher counter. */
export async function recordPasskeyUse(db: Db, id: string, counter: number): Promise<boolean> {
  const isNewer = or(
    lt(passkeys.counter, counter),
    and(eq(passkeys.counter, 0), sql`${counter} = 0`),
  )
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), isNewer))
  return rowCount === 1
}

/** Replaces the owner's challenge. */
export async function saveChallenge(db: Db, owner: string, challengeHash: string, seconds: number) {
  const values = { challengeHash, expiresAt: sql`now() + make_interval(secs => ${seconds})` }
  await db
    .insert(passkeyChallenges)
    .values({ owner, ...values })
    .onConflictDoUpdate({ target: passkeyChallenges.owner, set: values })
}

/** The hash of the owner's challenge, which is deleted, so that only one request gets it. */
export async function consumeChallenge(db: Db, owner: string): Promise<string | undefined> {
  const rows = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.owner, owner), gt(passkeyChallenges.expiresAt, sql`now()`)))
    .returning({ challengeHash: passkeyChallenges.challengeHash })
  return rows[0]?.challengeHash
}
