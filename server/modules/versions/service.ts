import type { TrackDetail } from '#contract/tracks.ts'
import { notFound } from '#server/errors.ts'
import { requeueAnalysis, takeUploadAnalysis } from '#server/modules/processing/service.ts'
import { getUploadAnalysis } from '#server/modules/processing/upload-analyses.ts'
import { getTrack } from '#server/modules/tracks/service.ts'
import { exposeObjects } from '#server/modules/uploads/cleanup-service.ts'
import {
  claimAudio,
  isRemovedFile,
  releaseObjects,
  removedFile,
} from '#server/modules/uploads/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Task } from '#server/platform/jobs/jobs.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import type { Viewer } from '#server/viewer.ts'
import { presentAudio, presentVersion } from './presenter.ts'
import {
  deleteOldVersions,
  endUrls,
  filesOf,
  findCurrent,
  findVersionFiles,
  hasFormerAudio,
  insertFormerAudio,
  insertVersion,
  listFilesOfTracks,
  listVersions,
  lockTrack,
  setAudio,
  takeVersion,
  type VersionId,
} from './repository.ts'

type Deps = { db: Db; store: ObjectStore }

export { hasFormerAudio }

/** Starts the analysis of a registered file, or returns its result. */
export async function analyzeAudio(db: Db, audioPath: string, viewer: Viewer) {
  const { analysis, upload } = await getUploadAnalysis(db, { userId: viewer.id, audioPath })
  const seconds = analysis.frames && analysis.sampleRate && analysis.frames / analysis.sampleRate
  const audio = presentAudio({
    ...{ audioPath, fileName: upload.fileName, uploadedAt: upload.createdAt },
    duration: seconds ? Math.max(1, Math.round(seconds)) : upload.duration,
    audioBytes: upload.size,
    audioBitrate: analysis.audioBitrate,
    loudness: analysis.loudness,
    levels: analysis.levels,
  })
  return { ...audio, state: analysis.state }
}

/** The file may have been removed after it was registered. Reads it, so not in a transaction. */
async function assertNotRemovedFile(
  { db, store }: Deps,
  audioPath: string,
  size: number | null | undefined,
) {
  const key = audioObject(audioPath)?.key
  const bytes = size ?? (key && (await store.stat(key))?.size)
  if (key && bytes && (await isRemovedFile({ db, store }, key, bytes))) throw removedFile()
}

/** The one who owns the track replaces its audio; a moderator could only remove the track. */
async function lockOwnTrack(tx: Db, trackId: string, viewer: Viewer) {
  const current = await lockTrack(tx, trackId)
  if (current?.userId !== viewer.id) throw notFound('Track')
  return current
}

/** Everything but the audio stays: page, likes, plays, entries of playlists. Sending the present file again changes nothing. */
export async function replaceAudio(
  deps: Deps,
  trackId: string,
  audioPath: string,
  viewer: Viewer,
): Promise<TrackDetail> {
  await assertNotRemovedFile(deps, audioPath, undefined)
  await deps.db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    const current = await lockOwnTrack(tx, trackId, viewer)
    if (current.audioPath === audioPath) return
    const file = await claimAudio(tx, { userId: viewer.id, objectPath: audioPath })
    const analysis = await takeUploadAnalysis(tx, audioPath)
    await insertVersion(tx, trackId)
    const heard = await requeueAnalysis(tx, trackId, analysis)
    await setAudio(tx, trackId, {
      audioPath,
      ...{ opusPath: null, opusBytes: null, aacPath: null, aacBytes: null },
      audioBytes: file.size,
      audioBitrate: analysis?.audioBitrate ?? null,
      ...(heard ?? { duration: file.duration, loudness: null }),
      processing: heard ? 'ready' : 'pending',
    })
    await releaseObjects(tx, await deleteOldVersions(tx, trackId))
  })
  return getTrack(deps.db, trackId, viewer)
}

/** Of a track that comes from another site, once. The file must be registered. */
export async function addFormerAudio(
  deps: Deps,
  trackId: string,
  { audioPath, replacedAt }: { audioPath: string; replacedAt: Date },
  viewer: Viewer,
): Promise<void> {
  await assertNotRemovedFile(deps, audioPath, undefined)
  await deps.db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    const { userId } = await lockOwnTrack(tx, trackId, viewer)
    const { duration, size } = await claimAudio(tx, { userId, objectPath: audioPath })
    const row = { trackId, userId, replacedAt, audioPath, duration, audioBytes: size }
    await insertFormerAudio(tx, row)
    await releaseObjects(tx, await deleteOldVersions(tx, trackId))
  })
}

export async function restoreVersion(
  deps: Deps,
  id: VersionId,
  viewer: Viewer,
): Promise<TrackDetail> {
  const { trackId } = id
  const files = await findVersionFiles(deps.db, id)
  if (!files) throw notFound('Version')
  await assertNotRemovedFile(deps, files.audioPath, files.audioBytes)
  await deps.db.transaction(async (tx) => {
    await lockOwnTrack(tx, trackId, viewer)
    const version = await takeVersion(tx, id)
    if (!version) throw notFound('Version')
    const { audioPath, opusPath, opusBytes, aacPath, aacBytes, audioBytes, audioBitrate } = version
    await insertVersion(tx, trackId)
    const heard = await requeueAnalysis(tx, trackId, version)
    await setAudio(tx, trackId, {
      ...{ audioPath, opusPath, opusBytes, aacPath, aacBytes, audioBytes, audioBitrate },
      ...(heard ?? { duration: version.duration, loudness: null }),
      processing: heard ? 'ready' : 'pending',
    })
  })
  return getTrack(deps.db, trackId, viewer)
}

export async function deleteVersion(db: Db, id: VersionId, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwnTrack(tx, id.trackId, viewer)
    const version = await takeVersion(tx, id)
    if (!version) throw notFound('Version')
    await releaseObjects(tx, filesOf(version))
  })
}

export async function getVersions(db: Db, trackId: string) {
  const [current, former] = await Promise.all([findCurrent(db, trackId), listVersions(db, trackId)])
  if (!current) throw notFound('Track')
  return { current: presentAudio(current), former: former.map(presentVersion) }
}

/** Call it before the tracks are deleted. */
export async function releaseVersionsOf(tx: Db, trackIds: string[]): Promise<void> {
  await releaseObjects(tx, await listFilesOfTracks(tx, trackIds))
}

/** As long as somebody may still hear what they began before a replacement. */
const finishHours = 12

/** Former audio is heard by its owner alone from now on, so its files get new keys. */
export async function endOldUrls(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - finishHours * 3600_000)
  await db.transaction(async (tx) => {
    for (const version of await endUrls(tx, before))
      await exposeObjects(tx, version.trackId, filesOf(version))
  })
}

export const endOldUrlsTask = (db: Db): Task => ({
  name: 'end-old-audio-urls',
  cron: '27 * * * *',
  run: () => endOldUrls(db),
})
