import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { deleteRenamed, findRenamed, reindexSomeTracks } from './reindex-renamed-repository.ts'

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
