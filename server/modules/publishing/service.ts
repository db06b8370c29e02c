import { announce } from '#server/modules/notifications/service.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  findDuePlaylists,
  lockDuePlaylist,
  lockDueTracks,
  lockTracksToPublish,
  publishPlaylist,
  publishTracks,
  publishTracksOfRelease,
  rescheduleTracks,
} from './repository.ts'

/** Makes public what is due. Cached pages and lists show it two seconds later, as they do what other servers write. */
export async function publishDue(db: Db): Promise<void> {
  // First: a track that is due with its release is published by it.
  for (const id of await findDuePlaylists(db)) await publishWithTracks(db, id)
  await db.transaction(async (tx) => {
    const trackIds = await lockDueTracks(tx)
    await publishTracks(tx, trackIds)
    await announce(tx, { trackIds })
  })
}

/** The private tracks of a release become public with it. */
export async function publishTracksOf(tx: Db, playlistId: string): Promise<void> {
  await publishTogether(tx, playlistId, await lockTracksToPublish(tx, playlistId))
}

/** A release that is postponed or canceled takes along the tracks that were to be published with it. */
export async function rescheduleTracksOf(
  tx: Db,
  playlistId: string,
  times: { from: Date; to: Date | null },
): Promise<void> {
  if (times.from.getTime() !== times.to?.getTime()) await rescheduleTracks(tx, playlistId, times)
}

async function publishTogether(tx: Db, playlistId: string, trackIds: string[]): Promise<void> {
  await publishTracksOfRelease(tx, playlistId, trackIds)
  await announce(tx, { trackIds })
}

/** Tracks are locked before playlists, as everywhere. */
function publishWithTracks(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const trackIds = await lockTracksToPublish(tx, id)
    if (!(await lockDuePlaylist(tx, id))) return
    await publishTogether(tx, id, trackIds)
    await publishPlaylist(tx, id)
    await announce(tx, { releaseId: id })
  })
}

type Options = { onFailure(error: unknown): void }

/** Every server does this: row locks decide which of them publishes what. What became due meanwhile follows the start. */
export function startPublishing(db: Db, { onFailure }: Options) {
  const runNext = () => publishDue(db).then(() => false)
  return startWorker({ runNext, pollMs: 2000, onFailure })
}
