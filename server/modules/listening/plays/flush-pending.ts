import { startWorker } from '#server/platform/jobs/worker.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import { flushTracks, lockTracksSkipLocked, tracksWithPending } from './repository.ts'

/**
 * Moves pending plays to `tracks.play_count`, which lists are ranked by. Safe to run on several servers concurrently; a
 * track that another transaction has locked is flushed next time.
 */
export async function flushPendingPlays(db: Db): Promise<void> {
  for await (const ids of keysetPages((after) => tracksWithPending(db, after)))
    await db.transaction(async (tx) => flushTracks(tx, await lockTracksSkipLocked(tx, ids)))
}

type Options = { onFailure(error: unknown): void }

/** Flushes periodically. Nothing is lost if the server stops at any moment: the rest is flushed after the next start. */
export function startFlushLoop(db: Db, { onFailure }: Options) {
  const runNext = () => flushPendingPlays(db).then(() => false)
  return startWorker({ runNext, pollMs: 2000, onFailure })
}
