import { and, eq, type SQL, sql } from 'drizzle-orm'
import { audioAnalyses, tracks } from '#server/database/schema.ts'
import {
  encoderVersion,
  lastEncoderChange,
  type RenditionFormat,
  renditionFormats,
} from '#server/platform/media/audio-formats.ts'
import { hasFfmpeg } from '#server/platform/media/audio-processor.ts'
import { unsupportedAac } from '#server/platform/media/decode/decode-aac.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { queued } from './repository.ts'

/** Bits per second. Lossy originals above this get smaller renditions: 192 kbit/s, and some for the container. */
const maxLossyBitrate = 200_000

/** Lossless or large originals, and Ogg, which not every browser plays. */
const needsRenditions = sql`(${audioAnalyses.isLossless} or ${tracks.audioUrl} ~ '[.](wav|flac|ogg)$'
  or ${tracks.audioBitrate} > ${maxLossyBitrate})`

const isOutdated = sql<boolean>`(coalesce(${tracks.opusUrl}, ${tracks.aacUrl}) is not null
  and ${audioAnalyses.encoderVersion} < ${lastEncoderChange})`

/** The formats to encode. Opus comes first, because it is smaller. After a new analysis, `all` are made again. */
export async function findMissingRenditions(
  db: Db,
  trackId: string,
  { all }: { all: boolean },
): Promise<RenditionFormat[]> {
  const [track] = await db
    .select({ opus: tracks.opusUrl, aac: tracks.aacUrl, isOutdated })
    .from(tracks)
    .innerJoin(audioAnalyses, eq(audioAnalyses.trackId, tracks.id))
    .where(and(eq(tracks.id, trackId), needsRenditions))
  if (!track) return []
  return renditionFormats.filter((format) => all || track.isOutdated || track[format] === null)
}

/**
 * Tracks that failed in a version that may have decoded less, or because ffmpeg, which is installed now, was missing.
 */
const failedBefore = () => sql`${audioAnalyses.state} = 'failed' and (
  ${audioAnalyses.encoderVersion} < ${encoderVersion}
  or ${hasFfmpeg()} and ${audioAnalyses.reason} = ${unsupportedAac().message})`

const lacksRenditions = sql`exists (
  select from ${tracks} where ${tracks.id} = ${audioAnalyses.trackId} and ${needsRenditions}
    and (${tracks.opusUrl} is null or ${tracks.aacUrl} is null or ${isOutdated})
    and ${tracks.processing} = 'ready')`

const batchSize = 1000

/**
 * Queues what an older version could not decode, or has encoded differently. In batches, so that no statement takes
 * long. Existing results stay visible until they are replaced.
 */
export async function queueOutdated(
  db: Db,
  { renditions }: { renditions: boolean },
): Promise<void> {
  const isReady = sql`${audioAnalyses.state} = 'ready'`
  for (let count: number | null = batchSize; count === batchSize; )
    ({ rowCount: count } = await db.execute(sql`
      update ${audioAnalyses} set state = 'pending', attempts = 0, priority = 0,
        frames = case when state = 'failed' then null else frames end
      where track_id in (
        select ${audioAnalyses.trackId} from ${audioAnalyses}
        join ${tracks} on ${tracks.id} = ${audioAnalyses.trackId}
        where ${failedBefore()} or ${renditions} and ${isReady} and ${isOutdated}
        limit ${batchSize})`))
}

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
    insert into ${audioAnalyses} (track_id, priority, queued_at, encoder_version)
    select ${tracks.id}, 0, ${tracks.createdAt}, ${encoderVersion}::int from ${tracks}
    where ${typeof selection === 'string' ? sql`true` : eq(tracks.id, selection.trackId)}
    on conflict do nothing`)
  if (selection !== 'missing') {
    const chosen =
      selection === 'all'
        ? sql`${audioAnalyses.state} <> 'pending'`
        : eq(audioAnalyses.trackId, selection.trackId)
    return Math.max(added ?? 0, await restart(db, chosen))
  }
  const failed = await restart(db, failedBefore())
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
    .set({ ...queued, frames: null })
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
