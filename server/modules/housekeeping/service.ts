import {
  removeReleasedFiles,
  rotateExposedKeys,
  sweepStaleUploads,
} from '#server/modules/uploads/cleanup-service.ts'
import type { Jobs, Task } from '#server/platform/jobs/jobs.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { purgeExpired } from './repository.ts'

type Deps = { db: Db; jobs: Jobs; store: ObjectStore }

/** Schedules the background jobs. `more` are those of other modules. */
export async function startHousekeeping({ db, jobs, store }: Deps, more: readonly Task[] = []) {
  const tasks: Task[] = [
    {
      // A delete marks its files in its own transaction; this job removes them, and retries every minute.
      name: 'remove-released-files',
      cron: '* * * * *',
      run: () => removeReleasedFiles({ db, store }),
    },
    {
      // The request that makes an item private rotates its keys; this job retries what failed.
      name: 'rotate-exposed-keys',
      cron: '* * * * *',
      run: () => rotateExposedKeys({ db, store }),
    },
    {
      name: 'sweep-uploads',
      cron: '7 * * * *',
      run: () => sweepStaleUploads({ db, store }, new Date()),
    },
    { name: 'purge-expired', cron: '17 * * * *', run: () => purgeExpired(db) },
    ...more,
  ]
  for (const task of tasks) await jobs.schedule(task)
}
