import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { audioAnalyses, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

/** An analysis without a heartbeat for this long was interrupted with its server. */
export const leaseTtlSeconds = 60

export type ClaimedTrack = {
  trackId: string
  lease: string
  userId: string
  audioUrl: string
  attempts: number
}

export type AnalysisRow = Pick<
  typeof audioAnalyses.$inferInsert,
  | 'sampleRate'
  | 'channels'
  | 'frames'
  | 'loudness'
  | 'truePeak'
  | 'samplesPerBin'
  | 'peaks'
  | 'levels'
>

const maxInteger = 2 ** 31 - 1
const ttl = sql`make_interval(secs => ${leaseTtlSeconds})`
const isClaimable = sql`a.state = 'pending' and (a.lease is null or a.leased_at < now() - ${ttl})
  and (a.retry_at is null or a.retry_at < now())`

/**
 * Users take turns: whoever was served longest ago comes first, and has one analysis at a time. Users whose files took
 * long come after all others.
 */
const nextNew = (slowUserIds: readonly string[]) => sql`
  select a.track_id from ${audioAnalyses} a
  join ${tracks} t on t.id = a.track_id
  left join (
    select served.user_id, max(last.leased_at) as leased_at,
      bool_or(last.state = 'pending' and last.lease is not null and last.leased_at >= now() - ${ttl}) as is_running
    from ${audioAnalyses} last join ${tracks} served on served.id = last.track_id
    where last.leased_at > now() - interval '1 hour' group by served.user_id
  ) turn on turn.user_id = t.user_id
  where ${isClaimable} and a.priority > 0 and turn.is_running is not true
  order by t.user_id = any(${sql.param(slowUserIds)}::uuid[]), turn.leased_at nulls first, a.queued_at
  limit 1 for update of a skip locked`

/** What is left from the time before analyses has no order that anyone would notice. */
const nextOld = sql`
  select a.track_id from ${audioAnalyses} a where ${isClaimable} and a.priority = 0
  order by a.priority desc, a.queued_at limit 1 for update of a skip locked`

const claim = async (db: Db, next: SQL) => {
  const { rows } = await db.execute<ClaimedTrack>(sql`
    update ${audioAnalyses} claimed
    set lease = gen_random_uuid(), leased_at = now(), attempts = claimed.attempts + 1
    from ${tracks} where claimed.track_id = (${next}) and ${tracks.id} = claimed.track_id
    returning claimed.track_id as "trackId", claimed.lease, claimed.attempts,
      ${tracks.userId} as "userId", ${tracks.audioUrl} as "audioUrl"`)
  return rows[0]
}

/** Safe on several servers concurrently. */
export async function claimNext(
  db: Db,
  slowUserIds: readonly string[] = [],
): Promise<ClaimedTrack | undefined> {
  return (await claim(db, nextNew(slowUserIds))) ?? (await claim(db, nextOld))
}

const leased = ({ trackId, lease }: ClaimedTrack) =>
  and(eq(audioAnalyses.trackId, trackId), eq(audioAnalyses.lease, lease))

export async function renewLease(db: Db, claimed: ClaimedTrack): Promise<void> {
  await db.update(audioAnalyses).set({ leasedAt: sql`now()` }).where(leased(claimed))
}

/** Without effect if the track was deleted, or if another server has taken over. */
export async function completeAnalysis(
  db: Db,
  claimed: ClaimedTrack,
  row: AnalysisRow & { bytes: number },
): Promise<void> {
  const { bytes, ...analysis } = row
  const seconds = (analysis.frames ?? 0) / (analysis.sampleRate ?? 1)
  await finish(
    db,
    claimed,
    { ...analysis, state: 'ready', reason: null, analyzedAt: sql`now()` },
    {
      processing: 'ready',
      duration: Math.max(1, Math.round(seconds)),
      loudness: analysis.loudness == null ? null : Math.round(analysis.loudness * 100) / 100,
      audioBytes: bytes,
      audioBitrate: bitrateOf(bytes, seconds),
    },
  )
}

/** Null for a large file with hardly any audio. */
function bitrateOf(bytes: number, seconds: number): number | null {
  const bitrate = Math.round((bytes * 8) / seconds)
  return bitrate <= maxInteger ? bitrate : null
}

export async function failAnalysis(db: Db, claimed: ClaimedTrack, reason: string): Promise<void> {
  await finish(db, claimed, { state: 'failed', reason }, { processing: 'failed' })
}

type Analysis = PgUpdateSetSource<typeof audioAnalyses>

async function finish(
  db: Db,
  claimed: ClaimedTrack,
  analysis: Analysis,
  track: Partial<typeof tracks.$inferInsert>,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks the track before its analysis, as a delete does.
    await tx
      .select({ id: tracks.id })
      .from(tracks)
      .where(eq(tracks.id, claimed.trackId))
      .for('no key update')
    const finished = await tx
      .update(audioAnalyses)
      .set({ ...analysis, lease: null })
      .where(leased(claimed))
    if (finished.rowCount === 1)
      await tx.update(tracks).set(track).where(eq(tracks.id, claimed.trackId))
  })
}

/** The attempt counts only if the file may be to blame. */
export async function releaseAnalysis(
  db: Db,
  claimed: ClaimedTrack,
  { counts, retrySeconds }: { counts: boolean; retrySeconds: number },
): Promise<void> {
  await db
    .update(audioAnalyses)
    .set({
      lease: null,
      retryAt: sql`now() + make_interval(secs => ${retrySeconds})`,
      ...(!counts && { attempts: sql`greatest(0, ${audioAnalyses.attempts} - 1)` }),
    })
    .where(leased(claimed))
}

export async function insertPending(db: Db, trackId: string): Promise<void> {
  await db.insert(audioAnalyses).values({ trackId }).onConflictDoNothing()
}

const queued = { state: 'pending' as const, attempts: 0, lease: null, retryAt: null, reason: null }

/** Queues tracks, for the command: those without a result, all, or one. Returns how many. */
export async function queueTracks(
  db: Db,
  which: 'missing' | 'all' | { trackId: string },
): Promise<number> {
  const { rowCount: added } = await db.execute(sql`
    insert into ${audioAnalyses} (track_id, priority, queued_at)
    select ${tracks.id}, 0, ${tracks.createdAt} from ${tracks}
    where ${typeof which === 'string' ? sql`true` : eq(tracks.id, which.trackId)}
    on conflict do nothing`)
  if (which === 'missing') return added ?? 0
  const { rowCount: again } = await db
    .update(audioAnalyses)
    .set(queued)
    .where(
      typeof which === 'string'
        ? sql`${audioAnalyses.state} <> 'pending'`
        : eq(audioAnalyses.trackId, which.trackId),
    )
  return Math.max(added ?? 0, again ?? 0)
}

export async function countPending(db: Db): Promise<number> {
  return db.$count(audioAnalyses, eq(audioAnalyses.state, 'pending'))
}

/** Whether the track still has the file that was claimed: one that becomes private gets a new key. */
export async function hasSameFile(db: Db, { trackId, audioUrl }: ClaimedTrack): Promise<boolean> {
  const found = and(eq(tracks.id, trackId), eq(tracks.audioUrl, audioUrl))
  return (await db.$count(tracks, found)) > 0
}

export async function findTrackId(db: Db, slugOrId: string): Promise<string | undefined> {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(sql`${tracks.slug} = ${slugOrId} or ${tracks.id}::text = ${slugOrId}`)
  return rows[0]?.id
}

/** Undefined for a missing or hidden track; without peaks while there is no analysis. */
export async function findWaveform(db: Db, trackId: string, viewer: Viewer | undefined) {
  const rows = await db
    .select({
      peaks: audioAnalyses.peaks,
      sampleRate: audioAnalyses.sampleRate,
      samplesPerBin: audioAnalyses.samplesPerBin,
      analyzedAt: audioAnalyses.analyzedAt,
    })
    .from(tracks)
    .leftJoin(audioAnalyses, eq(audioAnalyses.trackId, tracks.id))
    .where(and(eq(tracks.id, trackId), visibleTo(tracks, viewer)))
  return rows[0]
}
