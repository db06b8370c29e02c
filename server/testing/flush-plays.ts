import { vi } from 'vitest'
import { pendingPlays } from '#server/database/schema.ts'
import { flushPendingPlays } from '#server/modules/listening/plays/flush-pending.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Until no play is pending: the flush loop of the app may hold rows, which are then skipped. */
export const flushAllPlays = (db: Db) =>
  vi.waitFor(async () => {
    await flushPendingPlays(db)
    if ((await db.$count(pendingPlays)) > 0) throw new Error('Plays are pending.')
  })
