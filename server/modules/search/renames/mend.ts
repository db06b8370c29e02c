import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { findRenamed, forgetRenamed, mendSomeTracks } from './queries.ts'

/** People with more than 200 tracks are found by their new name within a minute or two. */
export const mendingRenamed = (db: Db): Task => ({
  name: 'mend-renamed-in-search',
  cron: '* * * * *',
  run: () => mendRenamed(db),
})

/** Any number of servers may do it at once: mending twice is the same as once. */
export async function mendRenamed(db: Db): Promise<void> {
  for (const renamed of await findRenamed(db)) {
    let last: string | undefined
    do last = await mendSomeTracks(db, renamed.userId, last)
    while (last !== undefined)
    await forgetRenamed(db, renamed)
  }
}
