import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { audioAnalyses, tracks } from '#server/database/schema.ts'
import { hasFfmpeg } from '#server/platform/media/audio-processor.ts'
import { leasesOn } from '#server/platform/postgres/leases.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'

export const leases = leasesOn(audioAnalyses, audioAnalyses.trackId)

/** A track that this server processes. */
export type LeasedTrack = {
  id: string
  lease: string
  userId: string
  audioPath: string
  attempts: number
  /** Seconds that the file declares, or that were measured. */
  duration: number | null
  /** Null until the track is analyzed. */
  frames: number | null
  sampleRate: number | null
  /** Bits per second, without tags; null also for a large file with hardly any audio. */
  audioBitrate: number | null
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
  | 'analyzedAt'
>

const maxInteger = 2 ** 31 - 1
const isWaiting = sql`${audioAnalyses.state} = 'pending' and ${leases.isFree}
  and (${audioAnalyses.retryAt} is null or ${audioAnalyses.retryAt} < now())`

/** Users take turns: whoever was served longest ago comes first, and has one job at a time. */
const nextNew = sql`
  select ${audioAnalyses.trackId} from ${audioAnalyses}
  join ${tracks} on ${tracks.id} = ${audioAnalyses.trackId}
  left join (
    select ${tracks.userId}, max(${audioAnalyses.leasedAt}) as served_at,
      bool_or(${audioAnalyses.state} = 'pending' and not ${leases.isFree}) as is_running
    from ${audioAnalyses} join ${tracks} on ${tracks.id} = ${audioAnalyses.trackId}
    where ${audioAnalyses.leasedAt} > now() - interval '1 hour' group by ${tracks.userId}
  ) turn on turn.user_id = ${tracks.userId}
  where ${isWaiting} and ${audioAnalyses.priority} > 0 and turn.is_running is not true
  order by turn.served_at nulls first, ${audioAnalyses.queuedAt}
  limit 1 for update of ${audioAnalyses} skip locked`

/** Tracks that are queued again, or that were never queued: no one waits for them. */
const nextOld = sql`
  select ${audioAnalyses.trackId} from ${audioAnalyses} where ${isWaiting} and ${audioAnalyses.priority} = 0
  order by ${audioAnalyses.queuedAt} limit 1 for update skip locked`

async function lease(db: Db, next: SQL): Promise<LeasedTrack | undefined> {
  const rows = await db
    .update(audioAnalyses)
    .set({ ...leases.acquired, attempts: sql`${audioAnalyses.attempts} + 1` })
    .from(tracks)
    .where(and(eq(audioAnalyses.trackId, sql`(${next})`), eq(tracks.id, audioAnalyses.trackId)))
    .returning({
      id: audioAnalyses.trackId,
      lease: sql<string>`${audioAnalyses.lease}`,
      attempts: audioAnalyses.attempts,
      frames: audioAnalyses.frames,
      sampleRate: audioAnalyses.sampleRate,
      userId: tracks.userId,
      audioPath: tracks.audioPath,
      duration: tracks.duration,
      audioBitrate: tracks.audioBitrate,
    })
  return rows[0]
}

/** Safe on several servers concurrently. */
export async function leaseNext(db: Db): Promise<LeasedTrack | undefined> {
  return (await lease(db, nextNew)) ?? (await lease(db, nextOld))
}

/** Undefined if it is not in the queue or another server works on it. */
export const leaseTrack = (db: Db, trackId: string): Promise<LeasedTrack | undefined> =>
  lease(
    db,
    sql`select ${audioAnalyses.trackId} from ${audioAnalyses}
      where ${audioAnalyses.trackId} = ${trackId} and ${isWaiting} for update skip locked`,
  )

/** The result is visible at once; the job continues with the renditions. */
export async function saveAnalysis(
  db: Db,
  leased: LeasedTrack,
  {
    analysis,
    ...audio
  }: { analysis: AnalysisRow; audioBytes: number; audioBitrate: number | null },
): Promise<void> {
  await save(
    db,
    leased,
    { ...analysis, analyzedAt: sql`now()` },
    { ...heardOf(analysis), ...audio },
  )
}

/** What the track says of an analysis. */
export const heardOf = ({ frames, sampleRate, loudness }: AnalysisRow) => ({
  duration: Math.max(1, Math.round((frames ?? 0) / (sampleRate ?? 1))),
  loudness: loudness == null ? null : Math.round(loudness * 100) / 100,
})

/** Null for a large file with hardly any audio. */
export function bitrateOf(bytes: number, seconds: number): number | null {
  const bitrate = Math.round((bytes * 8) / seconds)
  return bitrate <= maxInteger ? bitrate : null
}

export const completeProcessing = (db: Db, leased: LeasedTrack): Promise<void> =>
  save(db, leased, { state: 'ready', reason: null, lease: null }, { processing: 'ready' })

export function failProcessing(db: Db, leased: LeasedTrack, reason: string): Promise<void> {
  const needsFfmpeg = /[.](m4a|aac)$/.test(leased.audioPath) && !hasFfmpeg()
  return save(
    db,
    leased,
    { state: 'failed', reason, needsFfmpeg, lease: null },
    { processing: 'failed' },
  )
}

type Analysis = PgUpdateSetSource<typeof audioAnalyses>

/** Without effect if the track was deleted, or if another server has taken over. */
async function save(
  db: Db,
  leased: LeasedTrack,
  analysis: Analysis,
  track: Partial<typeof tracks.$inferInsert>,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks the track before its analysis, as a delete does.
    await tx
      .select({ id: tracks.id })
      .from(tracks)
      .where(eq(tracks.id, leased.id))
      .for('no key update')
    const saved = await tx.update(audioAnalyses).set(analysis).where(leases.heldBy(leased))
    if (saved.rowCount === 1) await tx.update(tracks).set(track).where(eq(tracks.id, leased.id))
  })
}

/** Queues the track again. The attempt counts only if the file may be to blame. */
export async function releaseTrack(
  db: Db,
  leased: LeasedTrack,
  { counts, retrySeconds }: { counts: boolean; retrySeconds: number },
): Promise<void> {
  await db
    .update(audioAnalyses)
    .set({
      lease: null,
      retryAt: sql`now() + make_interval(secs => ${retrySeconds})`,
      ...(!counts && { attempts: sql`greatest(0, ${audioAnalyses.attempts} - 1)` }),
    })
    .where(leases.heldBy(leased))
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
export async function restartTrack(db: Db, leased: LeasedTrack): Promise<void> {
  await db
    .update(audioAnalyses)
    .set({ ...queued, frames: null })
    .where(leases.heldBy(leased))
}

/**
 * For a track that has got another file: queues it as a new one. What is known of the file is visible at once, and only
 * missing renditions are made.
 */
export async function requeueTrack(
  db: Db,
  trackId: string,
  analysis: AnalysisRow | undefined,
): Promise<void> {
  const row = { ...queued, ...noAnalysis, ...analysis, priority: 1, needsFfmpeg: false }
  await db
    .insert(audioAnalyses)
    .values({ trackId, ...row })
    .onConflictDoUpdate({
      target: audioAnalyses.trackId,
      set: { ...row, queuedAt: sql`now()` },
    })
}

const noAnalysis = {
  analyzedAt: null,
  sampleRate: null,
  channels: null,
  isLossless: false,
  frames: null,
  loudness: null,
  truePeak: null,
  samplesPerBin: null,
  peaks: null,
  levels: null,
}

export async function insertPending(db: Db, trackId: string): Promise<void> {
  await db.insert(audioAnalyses).values({ trackId }).onConflictDoNothing()
}

/** Whether the track still has the file that it had: one that becomes private gets a new key. */
export async function hasSameFile(db: Db, { id, audioPath }: LeasedTrack): Promise<boolean> {
  const found = and(eq(tracks.id, id), eq(tracks.audioPath, audioPath))
  return (await db.$count(tracks, found)) > 0
}

/** Undefined for a missing or hidden track; without peaks while there is no analysis. */
export async function findWaveform(db: Db, trackId: string, viewer: ContentViewer | undefined) {
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
