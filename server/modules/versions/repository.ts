import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import { audioAnalyses, tracks, trackVersions, uploads } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export type VersionRow = typeof trackVersions.$inferSelect

/** Locks the track until the transaction ends. */
export async function lockTrack(tx: Db, trackId: string) {
  const rows = await tx
    .select({ userId: tracks.userId, audioPath: tracks.audioPath })
    .from(tracks)
    .where(eq(tracks.id, trackId))
    .for('no key update')
  return rows[0]
}

const fileOfUpload = { fileName: uploads.fileName, uploadedAt: uploads.createdAt }

export async function findCurrent(db: Db, trackId: string) {
  const rows = await db
    .select({
      audioPath: tracks.audioPath,
      duration: tracks.duration,
      audioBytes: tracks.audioBytes,
      audioBitrate: tracks.audioBitrate,
      loudness: audioAnalyses.loudness,
      levels: audioAnalyses.levels,
      ...fileOfUpload,
    })
    .from(tracks)
    .leftJoin(audioAnalyses, eq(audioAnalyses.trackId, tracks.id))
    .leftJoin(uploads, eq(uploads.objectPath, tracks.audioPath))
    .where(eq(tracks.id, trackId))
  return rows[0]
}

const { peaks: _peaks, ...listedColumns } = getTableColumns(trackVersions)

export async function listVersions(db: Db, trackId: string) {
  return db
    .select({ ...listedColumns, ...fileOfUpload })
    .from(trackVersions)
    .leftJoin(uploads, eq(uploads.objectPath, trackVersions.audioPath))
    .where(eq(trackVersions.trackId, trackId))
    .orderBy(desc(trackVersions.replacedAt), desc(trackVersions.id))
}

const isVersion = ({ trackId, versionId }: { trackId: string; versionId: string }) =>
  and(eq(trackVersions.id, versionId), eq(trackVersions.trackId, trackId))

export type VersionId = { trackId: string; versionId: string }

export async function findVersionFiles(db: Db, id: VersionId) {
  const rows = await db
    .select({
      audioPath: trackVersions.audioPath,
      opusPath: trackVersions.opusPath,
      aacPath: trackVersions.aacPath,
      audioBytes: trackVersions.audioBytes,
    })
    .from(trackVersions)
    .where(isVersion(id))
  return rows[0]
}

/** Undefined if there is none. The caller uses or releases its files. */
export async function takeVersion(tx: Db, id: VersionId): Promise<VersionRow | undefined> {
  const rows = await tx.delete(trackVersions).where(isVersion(id)).returning()
  return rows[0]
}

/** The audio of a locked track becomes a former version. */
export async function insertVersion(tx: Db, trackId: string): Promise<void> {
  const a = audioAnalyses
  await tx.execute(sql`
    insert into ${trackVersions} (track_id, user_id, url_version, audio_path, opus_path, opus_bytes,
      aac_path, aac_bytes, duration, audio_bytes, audio_bitrate, analyzed_at, sample_rate, channels,
      is_lossless, frames, loudness, true_peak, samples_per_bin, peaks, levels)
    select ${tracks.id}, ${tracks.userId}, substring(${tracks.audioPath} from '[^/]+$'),
      ${tracks.audioPath}, ${tracks.opusPath}, ${tracks.opusBytes}, ${tracks.aacPath}, ${tracks.aacBytes},
      ${tracks.duration}, ${tracks.audioBytes}, ${tracks.audioBitrate}, ${a.analyzedAt}, ${a.sampleRate},
      ${a.channels}, coalesce(${a.isLossless}, false), ${a.frames}, ${a.loudness}, ${a.truePeak},
      ${a.samplesPerBin}, ${a.peaks}, ${a.levels}
    from ${tracks} left join ${a} on ${a.trackId} = ${tracks.id} where ${tracks.id} = ${trackId}`)
}

export async function insertFormerAudio(
  tx: Db,
  row: typeof trackVersions.$inferInsert,
): Promise<void> {
  await tx.insert(trackVersions).values(row)
}

/** Whether the track has a version that was replaced then. */
export const hasFormerAudio = async (db: Db, trackId: string, replacedAt: Date): Promise<boolean> =>
  (await db.$count(
    trackVersions,
    and(eq(trackVersions.trackId, trackId), eq(trackVersions.replacedAt, replacedAt)),
  )) > 0

type AudioColumns = Pick<
  typeof tracks.$inferInsert,
  | 'audioPath'
  | 'opusPath'
  | 'opusBytes'
  | 'aacPath'
  | 'aacBytes'
  | 'duration'
  | 'audioBytes'
  | 'audioBitrate'
  | 'loudness'
  | 'processing'
>

export async function setAudio(tx: Db, trackId: string, audio: Required<AudioColumns>) {
  await tx
    .update(tracks)
    .set({ ...audio, updatedAt: sql`clock_timestamp()` })
    .where(eq(tracks.id, trackId))
}

/** Deletes all but the last versions; returns their files. */
export async function deleteOldVersions(tx: Db, trackId: string): Promise<(string | null)[]> {
  const rows = await tx
    .delete(trackVersions)
    .where(
      inArray(
        trackVersions.id,
        tx
          .select({ id: trackVersions.id })
          .from(trackVersions)
          .where(eq(trackVersions.trackId, trackId))
          .orderBy(desc(trackVersions.replacedAt), desc(trackVersions.id))
          .offset(limits.maxVersions),
      ),
    )
    .returning()
  return rows.flatMap(filesOf)
}

export const filesOf = ({
  audioPath,
  opusPath,
  aacPath,
}: Pick<VersionRow, 'audioPath' | 'opusPath' | 'aacPath'>) => [audioPath, opusPath, aacPath]

export async function listFilesOfTracks(tx: Db, trackIds: string[]): Promise<(string | null)[]> {
  const rows = await tx.select().from(trackVersions).where(inArray(trackVersions.trackId, trackIds))
  return rows.flatMap(filesOf)
}

/** Versions that were replaced before: their URLs end. */
export async function endUrls(tx: Db, before: Date) {
  return tx
    .update(trackVersions)
    .set({ urlVersion: null })
    .where(and(sql`${trackVersions.urlVersion} is not null`, lt(trackVersions.replacedAt, before)))
    .returning({
      trackId: trackVersions.trackId,
      audioPath: trackVersions.audioPath,
      opusPath: trackVersions.opusPath,
      aacPath: trackVersions.aacPath,
    })
}
