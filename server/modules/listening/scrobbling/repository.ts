import { and, asc, eq, sql } from 'drizzle-orm'
import { defaultListenBrainzUrl, type ScrobblingService } from '#contract/scrobbling-services.ts'
import { scrobbles, scrobblingAccounts, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { endTurn, takeTurn } from '#server/platform/rate-limit/repository.ts'

export type AccountRow = typeof scrobblingAccounts.$inferSelect
type Key = Pick<AccountRow, 'userId' | 'service'>

const isAccount = ({ userId, service }: Key) =>
  and(eq(scrobblingAccounts.userId, userId), eq(scrobblingAccounts.service, service))
const isOf = ({ userId, service }: Key) =>
  and(eq(scrobbles.userId, userId), eq(scrobbles.service, service))

export async function listAccounts(db: Db, userId: string) {
  return db
    .select({
      account: scrobblingAccounts,
      waiting: sql<number>`(select count(*)::int from ${scrobbles} waiting
        where waiting.user_id = ${userId} and waiting.service = scrobbling_accounts.service)`,
    })
    .from(scrobblingAccounts)
    .where(eq(scrobblingAccounts.userId, userId))
}

/** What waited for another token is sent. */
export async function saveAccount(db: Db, account: typeof scrobblingAccounts.$inferInsert) {
  const { userId: _user, service: _service, ...rest } = account
  await db
    .insert(scrobblingAccounts)
    .values(account)
    .onConflictDoUpdate({
      target: [scrobblingAccounts.userId, scrobblingAccounts.service],
      set: { ...rest, isRejected: false, attempts: 0, nextAttemptAt: sql`now()` },
    })
}

export async function deleteAccount(db: Db, key: Key): Promise<boolean> {
  const { rowCount } = await db.delete(scrobblingAccounts).where(isAccount(key))
  return rowCount === 1
}

/** Concurrent changes of what an account has to send wait for each other. */
export async function lockAccounts(tx: Db, userId: string) {
  return tx
    .select()
    .from(scrobblingAccounts)
    .where(eq(scrobblingAccounts.userId, userId))
    .orderBy(asc(scrobblingAccounts.service))
    .for('update')
}

const soonest = sql`case when is_rejected then null else coalesce(next_attempt_at, now()) end`
const minSeconds = 30

const isSent = (trackId: string) =>
  and(
    eq(tracks.id, trackId),
    sql`${tracks.privacy} <> 'private' and coalesce(${tracks.duration}, ${minSeconds}) >= ${minSeconds}`,
  )

/** Of a user who has not connected a token for long. */
const maxWaiting = 10_000

/** For each of the accounts, which are locked. Private and short tracks are left out. */
export async function insertScrobbles(
  tx: Db,
  { userId, trackId, listenedAt }: { userId: string; trackId: string; listenedAt: Date },
) {
  await tx.execute(sql`
    insert into ${scrobbles} (user_id, service, track_id, listened_at)
    select account.user_id, account.service, ${tracks.id}, date_trunc('second', ${listenedAt.toISOString()}::timestamptz)
    from ${scrobblingAccounts} account, ${tracks}
    where account.user_id = ${userId} and ${isSent(trackId)} and ${maxWaiting} > (
      select count(*) from ${scrobbles} waiting
      where waiting.user_id = account.user_id and waiting.service = account.service)
    on conflict do nothing`)
  await tx
    .update(scrobblingAccounts)
    .set({ nextAttemptAt: soonest })
    .where(eq(scrobblingAccounts.userId, userId))
}

export async function setPlaying(db: Db, userId: string, trackId: string) {
  const isAllowed = db.select({ one: sql`1` }).from(tracks).where(isSent(trackId))
  await db
    .update(scrobblingAccounts)
    .set({ playingTrackId: trackId, playingAt: sql`now()`, nextAttemptAt: soonest })
    .where(and(eq(scrobblingAccounts.userId, userId), sql`exists ${isAllowed}`))
}

/** The accounts of a service, of ListenBrainz those at its own address or those elsewhere. */
export type Lane = { service: ScrobblingService; isElsewhere?: boolean }

const turnOf = ({ service, isElsewhere = false }: Lane) => `scrobbling ${service} ${isElsewhere}`
/** Longer than a call takes. */
const maxTurnSeconds = 30
/** The services allow one call a second, of all servers together. */
const pauseSeconds = 1

/**
 * The account that is next, if it is this server's turn in the lane: call `endLaneTurn` after the call. No other server
 * takes the account for a minute; what it was to announce is taken out.
 */
export async function claimAccount(db: Db, lane: Lane) {
  const { service, isElsewhere } = lane
  const isInLane =
    isElsewhere === undefined
      ? undefined
      : sql`(rtrim(url, '/') <> ${defaultListenBrainzUrl}) = ${isElsewhere}::boolean`
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(scrobblingAccounts)
      .where(
        and(
          eq(scrobblingAccounts.service, service),
          sql`${scrobblingAccounts.nextAttemptAt} <= now()`,
          isInLane,
        ),
      )
      .orderBy(asc(scrobblingAccounts.nextAttemptAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!account || !(await takeTurn(tx, turnOf(lane), maxTurnSeconds))) return undefined
    await tx
      .update(scrobblingAccounts)
      .set({
        playingTrackId: null,
        playingAt: null,
        nextAttemptAt: sql`now() + interval '1 minute'`,
      })
      .where(isAccount(account))
    return account
  })
}

export const endLaneTurn = (db: Db, lane: Lane) => endTurn(db, turnOf(lane), pauseSeconds)

/** The oldest first. Those that waited for too long are deleted. */
export async function listScrobbles(db: Db, key: Key, limit: number) {
  await db
    .delete(scrobbles)
    .where(and(isOf(key), sql`${scrobbles.createdAt} < now() - interval '14 days'`))
  return db
    .select({ trackId: scrobbles.trackId, listenedAt: scrobbles.listenedAt })
    .from(scrobbles)
    .where(isOf(key))
    .orderBy(asc(scrobbles.listenedAt), asc(scrobbles.trackId))
    .limit(limit)
}

export async function deleteScrobbles(
  tx: Db,
  key: Key,
  sent: readonly { trackId: string; listenedAt: Date }[],
) {
  if (sent.length === 0) return
  const pairs = sent.map(
    ({ trackId, listenedAt }) => sql`(${trackId}::uuid, ${listenedAt.toISOString()}::timestamptz)`,
  )
  await tx
    .delete(scrobbles)
    .where(
      and(
        isOf(key),
        sql`(${scrobbles.trackId}, ${scrobbles.listenedAt}) in (${sql.join(pairs, sql`, `)})`,
      ),
    )
}

/** The account is idle once nothing waits. */
export async function updateAfterSuccess(tx: Db, key: Key) {
  await tx
    .update(scrobblingAccounts)
    .set({
      attempts: 0,
      nextAttemptAt: sql`case when playing_track_id is not null or exists (select from ${scrobbles} waiting
        where waiting.user_id = ${key.userId} and waiting.service = ${key.service}) then now() end`,
    })
    .where(isAccount(key))
}

export async function updateAfterFailure(db: Db, key: Key, seconds: number) {
  await db
    .update(scrobblingAccounts)
    .set({
      attempts: sql`attempts + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(isAccount(key))
}

/** Unless the user has entered another token meanwhile. */
export async function markRejected(db: Db, account: AccountRow) {
  await db
    .update(scrobblingAccounts)
    .set({ isRejected: true, nextAttemptAt: null })
    .where(and(isAccount(account), eq(scrobblingAccounts.encryptedToken, account.encryptedToken)))
}
