import { and, eq, getTableColumns, gt, inArray, isNotNull, ne, not, sql } from 'drizzle-orm'
import { loginAttempts, pushSubscriptions, sessions, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { preparedQuery } from '#server/platform/postgres/prepared-query.ts'
import { isActiveUser } from '#server/shared/visibility.ts'

const { search: _search, ...userColumns } = getTableColumns(users)
export type UserRow = Omit<typeof users.$inferSelect, 'search'>
type NewUser = typeof users.$inferInsert
export type SessionContent = (typeof sessions.$inferSelect)['sess']
export type SessionRow = typeof sessions.$inferSelect
export type AuthRequest = typeof loginAttempts.$inferSelect

export async function insertSession(db: Db, sid: string, sess: SessionContent, expire: Date) {
  await db.insert(sessions).values({ sid, sess, expire })
}

const bySid = preparedQuery('session_by_id', (db, name) =>
  db
    .select({
      user: userColumns,
      sess: sessions.sess,
      expire: sessions.expire,
      usedAt: sessions.usedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess} ->> 'userId')::uuid`))
    .where(
      and(eq(sessions.sid, sql.placeholder('sid')), gt(sessions.expire, sql`now()`), isActiveUser),
    )
    .prepare(name),
)

/** Why a user is suspended, as the moderator has written it. */
export type Suspension = { reason: string | null }

/** The reason is in the record of the administrator's action. */
const reasonOfSuspension = sql<string | null>`(
  select detail from audit_log
  where action in ('user.suspend', 'report.suspend') and target_id = users.id
  order by created_at desc limit 1
)`

/** Undefined unless a suspension has ended this session. */
export async function findSuspensionOfSession(
  db: Db,
  sid: string,
): Promise<Suspension | undefined> {
  const rows = await db
    .select({ reason: reasonOfSuspension })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess} ->> 'userId')::uuid`))
    .where(
      and(eq(sessions.sid, sid), gt(sessions.expire, sql`now()`), isNotNull(users.suspendedAt)),
    )
  return rows[0]
}

/** The session with its user in one query; undefined if the user was deleted or is suspended. */
export async function findSession(db: Db, sid: string) {
  const rows = await bySid(db).execute({ sid })
  return rows[0]
}

export async function updateUse(db: Db, sid: string, use: { usedAt: Date; expire?: Date }) {
  await db.update(sessions).set(use).where(eq(sessions.sid, sid))
}

const ofUser = (userId: string) => eq(sql`${sessions.sess} ->> 'userId'`, userId)

export async function listSessionsOfUser(db: Db, userId: string) {
  return db
    .select()
    .from(sessions)
    .where(and(ofUser(userId), gt(sessions.expire, sql`now()`)))
}

/** Undefined if this user has no such session. */
export async function deleteSessionOfUser(db: Db, userId: string, sid: string) {
  const rows = await db
    .delete(sessions)
    .where(and(ofUser(userId), eq(sessions.sid, sid)))
    .returning()
  return rows[0]
}

export async function deleteSessionsExcept(db: Db, userId: string, sid: string) {
  await db.delete(sessions).where(and(ofUser(userId), ne(sessions.sid, sid)))
}

export async function deleteSession(db: Db, sid: string) {
  const rows = await db.delete(sessions).where(eq(sessions.sid, sid)).returning()
  return rows[0]
}

/** For a browser that signs in again: it still gets notifications. */
export async function moveSubscription(
  db: Db,
  { userId, from, to }: { userId: string; from: string; to: string },
) {
  await db
    .update(pushSubscriptions)
    .set({ sid: to })
    .where(and(eq(pushSubscriptions.sid, from), eq(pushSubscriptions.userId, userId)))
}

/** Browsers of this user show no notifications any more. */
export async function deleteSubscriptionsOf(db: Db, userId: string) {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
}

/** Returns how many there were. */
export async function deleteSessionsOfUsers(db: Db, userIds: string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const { rowCount } = await db
    .delete(sessions)
    .where(inArray(sql`${sessions.sess} ->> 'userId'`, userIds))
  return rowCount ?? 0
}

export async function deleteAllSessions(db: Db): Promise<number> {
  return (await db.delete(sessions)).rowCount ?? 0
}

export async function deleteSessionsOfOtherSecrets(db: Db, secretId: string) {
  await db.delete(sessions).where(sql`${sessions.sess} ->> 'secretId' is distinct from ${secretId}`)
}

/** Of the user with this email address, or with this identity. */
export async function findUserIds(db: Db, by: { email: string } | IdentityKey): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where('email' in by ? eq(users.email, by.email.toLowerCase()) : hasIdentity(by))
  return rows.map(({ id }) => id)
}

export async function insertAuthRequest(db: Db, request: AuthRequest) {
  await db.insert(loginAttempts).values(request)
}

/** Reads and deletes in one statement: of two callbacks with the same state, one gets undefined. */
export async function deleteAuthRequest(db: Db, stateHash: string, browserHash: string) {
  const rows = await db
    .delete(loginAttempts)
    .where(
      and(
        eq(loginAttempts.stateHash, stateHash),
        eq(loginAttempts.browserHash, browserHash),
        gt(loginAttempts.expiresAt, sql`now()`),
      ),
    )
    .returning()
  return rows[0]
}

type IdentityKey = { issuer: string; subject: string }
type Email = { email: string | null; emailVerified: boolean }

const hasIdentity = ({ issuer, subject }: IdentityKey) =>
  and(eq(users.issuer, issuer), eq(users.subject, subject))

export async function updateEmail(db: Db, identity: IdentityKey, email: Email) {
  const rows = await db
    .update(users)
    .set(email)
    .where(hasIdentity(identity))
    .returning({ id: users.id })
  return rows[0]?.id
}

/** Undefined unless the user is suspended. */
export async function findSuspension(
  db: Db,
  user: IdentityKey | { id: string },
): Promise<Suspension | undefined> {
  const isUser = 'id' in user ? eq(users.id, user.id) : hasIdentity(user)
  const rows = await db
    .select({ reason: reasonOfSuspension })
    .from(users)
    .where(and(isUser, isNotNull(users.suspendedAt)))
  return rows[0]
}

/** Returns undefined if the identity, the username or the email already exists. */
export async function insertUser(db: Db, user: NewUser) {
  const rows = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id })
  return rows[0]?.id
}

/** A verified address is taken from a user who has not verified it. */
export async function releaseUnverifiedEmail(db: Db, email: string, identity: IdentityKey) {
  await db
    .update(users)
    .set({ email: null })
    .where(
      and(eq(users.email, email), not(users.emailVerified), sql`not (${hasIdentity(identity)})`),
    )
}

export async function isEmailTaken(db: Db, email: string, identity: IdentityKey) {
  const ofOthers = and(eq(users.email, email), sql`not (${hasIdentity(identity)})`)
  return (await db.$count(users, ofOthers)) > 0
}

/** What the identity provider says about a user. */
export async function findIdentity(db: Db, userId: string) {
  const rows = await db
    .select({
      id: users.id,
      issuer: users.issuer,
      subject: users.subject,
      email: users.email,
      emailVerified: users.emailVerified,
    })
    .from(users)
    .where(eq(users.id, userId))
  return rows[0]
}
