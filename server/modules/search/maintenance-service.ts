import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  countHotSet,
  deleteRenamed,
  findRenamed,
  rebuildTermStatistics,
  reindexSomeTracks,
  replaceHotSet,
} from './maintenance-repository.ts'

/**
 * The hot set: the most played public tracks, in the narrow table `top_tracks`. It grows as other tracks get more plays,
 * and shrinks as tracks are deleted.
 */
export const hotSetSize = 20_000

/** Replaces the hot set if it has become far too large or too small. Searches are exact at any size. */
export async function refreshHotSet(db: Db, size = hotSetSize): Promise<void> {
  const { hot, all } = await countHotSet(db)
  if (hot > 2 * size || (hot < size / 2 && hot < all)) await replaceHotSet(db, size)
}

export const rebuildHotSet = (db: Db) => replaceHotSet(db, hotSetSize)

/** Term statistics drive the query plan and the suggestions for typos. */
export function rebuildTerms(db: Db): Promise<void> {
  return rebuildTermStatistics(db)
}

/** Users with more than 200 tracks are found by their new name within a minute or two. */
export const reindexRenamedTask = (db: Db): Task => ({
  name: 'reindex-renamed-users',
  cron: '* * * * *',
  run: () => reindexRenamedUsers(db),
})

/** Idempotent, so that several servers may run it concurrently. */
export async function reindexRenamedUsers(db: Db): Promise<void> {
  for (const renamed of await findRenamed(db)) {
    let last: string | undefined
    do last = await reindexSomeTracks(db, renamed.userId, last)
    while (last !== undefined)
    await deleteRenamed(db, renamed)
  }
}
