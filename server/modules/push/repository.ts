import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { pushMessages, pushSubscriptions, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isActiveUser } from '#server/shared/visibility.ts'

export type MessageRow = typeof pushMessages.$inferSelect
type NewSubscription = typeof pushSubscriptions.$inferInsert

/** In place of the one that the session, or somebody else in this browser, had, and of the user's oldest ones. */
export async function saveSubscription(tx: Db, subscription: NewSubscription, max: number) {
  const { sid, endpoint, userId } = subscription
  await tx
    .delete(pushSubscriptions)
    .where(or(eq(pushSubscriptions.sid, sid), eq(pushSubscriptions.endpoint, endpoint)))
  await tx.insert(pushSubscriptions).values(subscription)
  const oldest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(max)
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest))
}

export async function deleteSubscription(db: Db, sid: string) {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sid, sid))
}

export const hasSubscription = async (db: Db, sid: string) =>
  (await db.$count(pushSubscriptions, eq(pushSubscriptions.sid, sid))) > 0

/** Undefined if the browser gets no more messages. */
export async function findSubscription(db: Db, id: string) {
  const { userId, endpoint, p256dh, auth } = pushSubscriptions
  const rows = await db
    .select({ userId, endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(and(eq(pushSubscriptions.id, id), isActiveUser))
  return rows[0]
}

/** Unless the browser has another endpoint by now. */
export async function deleteEndpoint(db: Db, endpoint: string) {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
}

/** The message whose turn it is: new ones before those that failed. No other server takes it for a minute. */
export async function claimMessage(db: Db): Promise<MessageRow | undefined> {
  const due = sql`(select id from ${pushMessages} where next_attempt_at <= now()
    order by attempts, next_attempt_at limit 1 for update skip locked)`
  const rows = await db
    .update(pushMessages)
    .set({ attempts: sql`attempts + 1`, nextAttemptAt: sql`now() + interval '1 minute'` })
    .where(sql`id = ${due}`)
    .returning()
  return rows[0]
}

/** The row stays until the day is over, so that there is no second message. */
export async function finishMessage(db: Db, id: string) {
  await db.update(pushMessages).set({ nextAttemptAt: null }).where(eq(pushMessages.id, id))
}

export async function delayMessage(db: Db, id: string, seconds: number) {
  await db
    .update(pushMessages)
    .set({ nextAttemptAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(pushMessages.id, id))
}
