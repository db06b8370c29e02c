import { and, eq, type SQL, sql } from 'drizzle-orm'
import { audioAnalyses, tracks } from '#server/database/schema.ts'
import { type RenditionFormat, renditionFormats } from '#server/platform/media/audio-formats.ts'
import { hasFfmpeg } from '#server/platform/media/audio-processor.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { queued } from './repository.ts'

/** Bits per second. Lossy originals above this get smaller renditions: 192 kbit/s, and some for the container. */
const maxLossyBitrate = 200_000

/** Renditions have at most twice the bit rate of their original: of less, such as silence, none would be good. */
const minBitrate = 16_000

/** Lossless or large originals, and Ogg, which not every browser plays. */
const needsRenditions = sql`(${audioAnalyses.isLossless} or ${tracks.audioPath} ~ '[.](wav|flac|ogg)$'
  or ${tracks.audioBitrate} > ${maxLossyBitrate})
  and coalesce(${tracks.audioBitrate} >= ${minBitrate}, true)`

/** The formats to encode. Opus comes first, because it is smaller. After a new analysis, `all` are made again. */
export async function findMissingRenditions(
  db: Db,
  trackId: string,
  { all }: { all: boolean },
): Promise<RenditionFormat[]> {
  const [track] = await db
    .select({ opus: tracks.opusPath, aac: tracks.aacPath })
    .from(tracks)
    .innerJoin(audioAnalyses, eq(audioAnalyses.trackId, tracks.id))
    .where(and(eq(tracks.id, trackId), needsRenditions))
  if (!track) return []
  return renditionFormats.filter((format) => all || track[format] === null)
}

const lacksRenditions = sql`exists (
  select from ${tracks} where ${tracks.id} = ${audioAnalyses.trackId} and ${needsRenditions}
    and (${tracks.opusPath} is null or ${tracks.aacPath} is null)
    and ${tracks.processing} = 'ready')`

/** Queues tracks that failed for lack of ffmpeg, if it is installed now. Returns how many. */
export const queueNeedingFfmpeg = async (db: Db): Promise<number> =>
  hasFfmpeg() ? restart(db, sql`${audioAnalyses.state} = 'failed' and needs_ffmpeg`) : 0

type Selection = 'missing' | 'all' | { trackId: string }

/**
 * Queues tracks, for the command: those without a result or a rendition, all, or one. Returns how many. Existing
 * results stay visible until they are replaced.
 */
export async function queueTracks(
  db: Db,
  selection: Selection,
  { renditions }: { renditions: boolean },
): Promise<number> {
  const { rowCount: added } = await db.execute(sql`
    insert into ${audioAnalyses} (track_id, priority, queued_at)
    select ${tracks.id}, 0, ${tracks.createdAt} from ${tracks}
    where ${typeof selection === 'string' ? sql`true` : eq(tracks.id, selection.trackId)}
    on conflict do nothing`)
  if (selection !== 'missing') {
    const chosen =
      selection === 'all'
        ? sql`${audioAnalyses.state} <> 'pending'`
        : eq(audioAnalyses.trackId, selection.trackId)
    return Math.max(added ?? 0, await restart(db, chosen))
  }
  const failed = await queueNeedingFfmpeg(db)
  if (!renditions) return (added ?? 0) + failed
  const { rowCount: again } = await db
    .update(audioAnalyses)
    .set(queued)
    .where(and(lacksRenditions, sql`${audioAnalyses.state} <> 'pending'`))
  return (added ?? 0) + failed + (again ?? 0)
}

async function restart(db: Db, selection: SQL): Promise<number> {
  const { rowCount } = await db
    .update(audioAnalyses)
    .set({ ...queued, priority: 0, frames: null })
    .where(selection)
  return rowCount ?? 0
}

export async function countPending(db: Db): Promise<number> {
  return db.$count(audioAnalyses, eq(audioAnalyses.state, 'pending'))
}

export async function isPending(db: Db, trackId: string): Promise<boolean> {
  const pending = and(eq(audioAnalyses.trackId, trackId), eq(audioAnalyses.state, 'pending'))
  return (await db.$count(audioAnalyses, pending)) > 0
}

export async function findTrackId(db: Db, slugOrId: string): Promise<string | undefined> {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(sql`${tracks.slug} = ${slugOrId} or ${tracks.id}::text = ${slugOrId}`)
  return rows[0]?.id
}
