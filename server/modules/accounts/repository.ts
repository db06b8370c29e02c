import { and, eq, sql } from 'drizzle-orm'
import { accounts } from '#server/database/schema.ts'
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

/** With a lock, no concurrent transaction changes it until this one ends. */
export async function findAccountById(db: Db, id: string, lock?: 'share' | 'no key update') {
  const query = db.select().from(accounts).where(eq(accounts.id, id))
  const rows = await (lock ? query.for(lock) : query)
  return rows[0]
}

/** Returns undefined if the email already has an account. */
export async function insertAccount(db: Db, account: NewAccount) {
  const rows = await db.insert(accounts).values(account).onConflictDoNothing().returning()
  return rows[0]
}

export type Passwords = Pick<Account, 'passwordHash'> &
  Partial<Pick<Account, 'configuredPasswordHash'>>

/** Also cancels a change of the email that is not confirmed yet. Returns false if the hash is no longer `from`. */
export async function updatePasswords(
  db: Db,
  id: string,
  passwords: Passwords,
  from?: string,
): Promise<boolean> {
  const { rowCount } = await db
    .update(accounts)
    .set({ ...passwords, pendingEmail: null })
    .where(and(eq(accounts.id, id), from ? eq(accounts.passwordHash, from) : undefined))
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
