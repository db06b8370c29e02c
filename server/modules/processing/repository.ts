import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { audioAnalyses, tracks } from '#server/database/schema.ts'
import { encoderChanges, encoderVersion } from '#server/platform/media/audio-formats.ts'
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
  /** Of the encoders that made these. */
  encoderVersion: number
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
      claimed.frames::float8 as frames, claimed.sample_rate as "sampleRate",
      claimed.encoder_version as "encoderVersion",
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

/** Visible at once; the job goes on. */
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

/** `renditions`: the track has all that it needs, by the encoders of today. */
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

export const failProcessing = (db: Db, claimed: ClaimedTrack, reason: string): Promise<void> =>
  save(db, claimed, { state: 'failed', reason, lease: null }, { processing: 'failed' })

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

/** The attempt counts only if the file may be to blame. */
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

const queued = { state: 'pending' as const, attempts: 0, lease: null, retryAt: null, reason: null }

/** From the beginning, with the file that the track has now. */
export async function restartClaim(db: Db, claimed: ClaimedTrack): Promise<void> {
  await db
    .update(audioAnalyses)
    .set({ ...queued, frames: null })
    .where(leased(claimed))
}

export async function insertPending(db: Db, trackId: string): Promise<void> {
  await db.insert(audioAnalyses).values({ trackId }).onConflictDoNothing()
}

/** Lossy originals above this are worth a smaller file: 192 kbit/s, and some for the container. */
const maxLossyBitrate = 200_000

type Analyzed = { audioUrl: string; frames: number | null; sampleRate: number | null }

/** Lossless or large originals, and Ogg, which not every browser plays. */
export function needsRenditions({ audioUrl, frames, sampleRate }: Analyzed, size: number): boolean {
  if (/\.(wav|flac|ogg)$/.test(audioUrl)) return true
  const seconds = (frames ?? 0) / (sampleRate ?? 1)
  return (size * 8) / seconds > maxLossyBitrate
}

/** Those with a rendition of an encoder that has changed since. */
const isOutdated = sql`(
  ${tracks.opusUrl} is not null and ${audioAnalyses.encoderVersion} < ${encoderChanges.opus}
  or ${tracks.aacUrl} is not null and ${audioAnalyses.encoderVersion} < ${encoderChanges.aac})`

/** Those that a job would make renditions of, and that lack one. `needsRenditions` as an SQL condition. */
const lacksRenditions = sql`exists (
  select from ${tracks} where ${tracks.id} = ${audioAnalyses.trackId}
    and (${tracks.opusUrl} is null or ${tracks.aacUrl} is null or ${isOutdated})
    and ${tracks.processing} = 'ready'
    and (${tracks.audioUrl} ~ '[.](wav|flac|ogg)$' or ${tracks.audioBitrate} > ${maxLossyBitrate}))`

const batchSize = 1000

/** In batches: a statement may not take long. What exists stays visible until it is replaced. */
export async function queueOutdated(db: Db): Promise<void> {
  for (let count: number | null = batchSize; count === batchSize; )
    ({ rowCount: count } = await db.execute(sql`
      update ${audioAnalyses} set state = 'pending', attempts = 0, priority = 0
      where track_id in (
        select ${audioAnalyses.trackId} from ${audioAnalyses}
        join ${tracks} on ${tracks.id} = ${audioAnalyses.trackId}
        where ${audioAnalyses.state} = 'ready' and ${audioAnalyses.encoderVersion} < ${encoderVersion}
          and ${isOutdated} limit ${batchSize})`))
}

/**
 * Queues tracks, for the command: those without a result or a rendition, all, or one. Returns how many. What all and one
 * have already stays visible until it is replaced.
 */
export async function queueTracks(
  db: Db,
  which: 'missing' | 'all' | { trackId: string },
  { renditions }: { renditions: boolean },
): Promise<number> {
  const { rowCount: added } = await db.execute(sql`
    insert into ${audioAnalyses} (track_id, priority, queued_at)
    select ${tracks.id}, 0, ${tracks.createdAt} from ${tracks}
    where ${typeof which === 'string' ? sql`true` : eq(tracks.id, which.trackId)}
    on conflict do nothing`)
  if (which === 'missing' && !renditions) return added ?? 0
  const isMissing = which === 'missing'
  const { rowCount: again } = await db
    .update(audioAnalyses)
    .set(isMissing ? queued : { ...queued, frames: null })
    .where(
      and(
        isMissing ? lacksRenditions : undefined,
        typeof which === 'string'
          ? sql`${audioAnalyses.state} <> 'pending'`
          : eq(audioAnalyses.trackId, which.trackId),
      ),
    )
  return isMissing ? (added ?? 0) + (again ?? 0) : Math.max(added ?? 0, again ?? 0)
}

export async function countPending(db: Db): Promise<number> {
  return db.$count(audioAnalyses, eq(audioAnalyses.state, 'pending'))
}

export async function isPending(db: Db, trackId: string): Promise<boolean> {
  const pending = and(eq(audioAnalyses.trackId, trackId), eq(audioAnalyses.state, 'pending'))
  return (await db.$count(audioAnalyses, pending)) > 0
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
