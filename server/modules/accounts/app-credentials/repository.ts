import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { appCredentials, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isActiveUser } from '#server/shared/visibility.ts'

export type CredentialRow = typeof appCredentials.$inferSelect
type NewCredential = typeof appCredentials.$inferInsert
export type CredentialKind = CredentialRow['kind']

const isOf = (userId: string, kind: CredentialKind) =>
  and(eq(appCredentials.userId, userId), eq(appCredentials.kind, kind))

export async function listCredentials(db: Db, userId: string, kind: CredentialKind) {
  return db
    .select()
    .from(appCredentials)
    .where(isOf(userId, kind))
    .orderBy(asc(appCredentials.createdAt), asc(appCredentials.id))
}

/** Returns undefined if the user has `max` of its kind. Concurrent requests wait for each other. */
export async function insertCredential(db: Db, credential: NewCredential, max: number) {
  const { userId, kind } = credential
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`app credentials ${userId}`}))`)
  if ((await db.$count(appCredentials, isOf(userId, kind))) >= max) return undefined
  const rows = await db.insert(appCredentials).values(credential).returning()
  return rows[0]
}

export async function deleteCredential(db: Db, userId: string, kind: CredentialKind, id: string) {
  const { rowCount } = await db
    .delete(appCredentials)
    .where(and(isOf(userId, kind), eq(appCredentials.id, id)))
  return rowCount === 1
}

export async function deleteCredentialsOf(db: Db, userIds: string[]) {
  if (userIds.length > 0)
    await db.delete(appCredentials).where(inArray(appCredentials.userId, userIds))
}

export async function deleteAllCredentials(db: Db) {
  await db.delete(appCredentials)
}

export async function deleteCredentialsOfOtherSecrets(db: Db, secretId: string) {
  await db.delete(appCredentials).where(ne(appCredentials.secretId, secretId))
}

/** With their users, who are neither suspended nor deleted. */
function selectUsable(db: Db) {
  return db
    .select({
      credential: appCredentials,
      user: {
        id: users.id,
        username: users.username,
        email: users.email,
        emailVerified: users.emailVerified,
      },
    })
    .from(appCredentials)
    .innerJoin(users, eq(users.id, appCredentials.userId))
}
export type UsableCredential = Awaited<ReturnType<typeof selectUsable>>[number]

export async function findByHash(db: Db, kind: CredentialKind, secretHash: string) {
  const rows = await selectUsable(db).where(
    and(eq(appCredentials.secretHash, secretHash), eq(appCredentials.kind, kind), isActiveUser),
  )
  return rows[0]
}

export async function findByUsername(db: Db, kind: CredentialKind, username: string) {
  return selectUsable(db).where(
    and(
      eq(sql`lower(${users.username})`, username.toLowerCase()),
      eq(appCredentials.kind, kind),
      isActiveUser,
    ),
  )
}

export async function updateLastUse(db: Db, id: string, lastUsedBy: string | null) {
  await db
    .update(appCredentials)
    .set({ lastUsedAt: sql`now()`, lastUsedBy })
    .where(eq(appCredentials.id, id))
}
