import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { audioAnalyses, tracks } from '#server/database/schema.ts'
import { encoderVersion } from '#server/platform/media/audio-formats.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

/** A job without a heartbeat for this long was interrupted with its server. */
export const leaseTtlSeconds = 60

export type ClaimedTrack = {
  trackId: string
  lease: string
  userId: string
  audioUrl: string
  attempts: number
  /** Seconds that the file declares, or that were measured. */
  duration: number | null
  /** Null until the track is analyzed. */
  frames: number | null
  sampleRate: number | null
  opusUrl: string | null
  aacUrl: string | null
  channels: number | null
  isLossless: boolean
  /** The version of the encoders that made the renditions. */
  encoderVersion: number
}

export type AnalysisRow = Pick<
  typeof audioAnalyses.$inferInsert,
  | 'sampleRate'
  | 'channels'
  | 'isLossless'
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
 * Users take turns: whoever was served longest ago comes first, and has one job at a time. Users whose files took long
 * come after all others.
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

/** Tracks from before analyses existed, and those that are queued again: no one waits for them. */
const nextOld = sql`
  select a.track_id from ${audioAnalyses} a where ${isClaimable} and a.priority = 0
  order by a.priority desc, a.queued_at limit 1 for update of a skip locked`

const claim = async (db: Db, next: SQL) => {
  const { rows } = await db.execute<ClaimedTrack>(sql`
    update ${audioAnalyses} claimed
    set lease = gen_random_uuid(), leased_at = now(), attempts = claimed.attempts + 1
    from ${tracks} where claimed.track_id = (${next}) and ${tracks.id} = claimed.track_id
    returning claimed.track_id as "trackId", claimed.lease, claimed.attempts,
      claimed.frames::float8 as frames, claimed.sample_rate as "sampleRate",
      claimed.channels, claimed.is_lossless as "isLossless", claimed.encoder_version as "encoderVersion",
      ${tracks.userId} as "userId", ${tracks.audioUrl} as "audioUrl",
      ${tracks.duration} as duration,
      ${tracks.opusUrl} as "opusUrl", ${tracks.aacUrl} as "aacUrl"`)
  return rows[0]
}

/** Safe on several servers concurrently. */
export async function claimNext(
  db: Db,
  slowUserIds: readonly string[] = [],
): Promise<ClaimedTrack | undefined> {
  return (await claim(db, nextNew(slowUserIds))) ?? (await claim(db, nextOld))
}

/** Undefined if it is not in the queue or another server works on it. */
export const claimTrack = (db: Db, trackId: string): Promise<ClaimedTrack | undefined> =>
  claim(
    db,
    sql`select a.track_id from ${audioAnalyses} a
      where a.track_id = ${trackId} and ${isClaimable} for update skip locked`,
  )

const leased = ({ trackId, lease }: ClaimedTrack) =>
  and(eq(audioAnalyses.trackId, trackId), eq(audioAnalyses.lease, lease))

export async function renewLease(db: Db, claimed: ClaimedTrack): Promise<void> {
  await db.update(audioAnalyses).set({ leasedAt: sql`now()` }).where(leased(claimed))
}

/** The result is visible at once; the job continues with the renditions. */
export async function saveAnalysis(
  db: Db,
  claimed: ClaimedTrack,
  row: AnalysisRow & { bytes: number; bytesWithoutTags: number },
): Promise<void> {
  const { bytes, bytesWithoutTags, ...analysis } = row
  const seconds = (analysis.frames ?? 0) / (analysis.sampleRate ?? 1)
  await save(
    db,
    claimed,
    { ...analysis, analyzedAt: sql`now()` },
    {
      duration: Math.max(1, Math.round(seconds)),
      loudness: analysis.loudness == null ? null : Math.round(analysis.loudness * 100) / 100,
      audioBytes: bytes,
      audioBitrate: bitrateOf(bytesWithoutTags, seconds),
    },
  )
}

/** Null for a large file with hardly any audio. */
function bitrateOf(bytes: number, seconds: number): number | null {
  const bitrate = Math.round((bytes * 8) / seconds)
  return bitrate <= maxInteger ? bitrate : null
}

/** With `renditions`, the track has all that it needs, made by the current encoders. */
export const completeProcessing = (
  db: Db,
  claimed: ClaimedTrack,
  { renditions }: { renditions: boolean },
): Promise<void> =>
  save(
    db,
    claimed,
    { state: 'ready', reason: null, lease: null, ...(renditions && { encoderVersion }) },
    { processing: 'ready' },
  )

/** Records the version of the decoders: a later one may succeed. */
export const failProcessing = (db: Db, claimed: ClaimedTrack, reason: string): Promise<void> =>
  save(
    db,
    claimed,
    { state: 'failed', reason, lease: null, encoderVersion },
    { processing: 'failed' },
  )

type Analysis = PgUpdateSetSource<typeof audioAnalyses>

/** Without effect if the track was deleted, or if another server has taken over. */
async function save(
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
    const saved = await tx.update(audioAnalyses).set(analysis).where(leased(claimed))
    if (saved.rowCount === 1)
      await tx.update(tracks).set(track).where(eq(tracks.id, claimed.trackId))
  })
}

/** Queues the track again. The attempt counts only if the file may be to blame. */
export async function releaseClaim(
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

/** The state of a newly queued track. */
export const queued = {
  state: 'pending' as const,
  attempts: 0,
  lease: null,
  retryAt: null,
  reason: null,
}

/** Queues the track again, from the beginning, with the file that it has now. */
export async function restartClaim(db: Db, claimed: ClaimedTrack): Promise<void> {
  await db
    .update(audioAnalyses)
    .set({ ...queued, frames: null })
    .where(leased(claimed))
}

export async function insertPending(db: Db, trackId: string): Promise<void> {
  await db.insert(audioAnalyses).values({ trackId }).onConflictDoNothing()
}

/** Whether the track still has the file that was claimed: one that becomes private gets a new key. */
export async function hasSameFile(db: Db, { trackId, audioUrl }: ClaimedTrack): Promise<boolean> {
  const found = and(eq(tracks.id, trackId), eq(tracks.audioUrl, audioUrl))
  return (await db.$count(tracks, found)) > 0
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
