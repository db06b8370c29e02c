import { and, eq, sql } from 'drizzle-orm'
import { accounts, providerKeys } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export type Account = typeof accounts.$inferSelect
export type NewAccount = typeof accounts.$inferInsert

export async function findAccountByEmail(db: Db, email: string) {
  const rows = await db
    .select()
    .from(accounts)
    .where(eq(sql`lower(${accounts.email})`, email.toLowerCase()))
  return rows[0]
}

export async function findAccountById(db: Db, id: string) {
  const rows = await db.select().from(accounts).where(eq(accounts.id, id))
  return rows[0]
}

/** No concurrent transaction changes it until this one ends. */
export async function lockAccountForUpdate(db: Db, id: string) {
  const rows = await db.select().from(accounts).where(eq(accounts.id, id)).for('no key update')
  return rows[0]
}

/** Waits for a password that is being changed, and prevents further changes until the transaction ends. */
export async function lockAccount(db: Db, id: string) {
  const rows = await db.select().from(accounts).where(eq(accounts.id, id)).for('share')
  return rows[0]
}

/** Returns undefined if the email already has an account. */
export async function insertAccount(db: Db, account: NewAccount) {
  const rows = await db.insert(accounts).values(account).onConflictDoNothing().returning()
  return rows[0]
}

export type Passwords = Pick<Account, 'passwordHash'> &
  Partial<Pick<Account, 'configuredPasswordHash'>>

/** Also cancels a change of the email that is not confirmed yet. */
export async function updatePasswords(db: Db, id: string, passwords: Passwords) {
  await db
    .update(accounts)
    .set({ ...passwords, pendingEmail: null })
    .where(eq(accounts.id, id))
}

/** As `updatePasswords`. Returns false if the hash is no longer `from`. */
export async function updatePasswordHash(
  db: Db,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(accounts)
    .set({ passwordHash: to, pendingEmail: null })
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, from)))
  return rowCount === 1
}

type EmailUpdate = Partial<Pick<Account, 'email' | 'emailVerified' | 'pendingEmail'>>

/** Throws a unique violation if another account has the address. */
export async function updateAccountEmail(db: Db, id: string, update: EmailUpdate) {
  const rows = await db.update(accounts).set(update).where(eq(accounts.id, id)).returning()
  return rows[0]
}

export async function deleteAccountRow(db: Db, id: string) {
  await db.delete(accounts).where(eq(accounts.id, id))
}

export async function listSigningKeys(db: Db) {
  return db.select().from(providerKeys).orderBy(providerKeys.createdAt)
}

export async function insertSigningKey(db: Db, kid: string, privateJwk: Record<string, unknown>) {
  await db.insert(providerKeys).values({ kid, privateJwk })
}

/** Servers that start at the same time run `run` one after the other. */
export async function withAdvisoryLock<T>(
  db: Db,
  name: string,
  run: (locked: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`identity: ${name}`}))`)
    return run(transaction)
  })
}
