import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/postgres/open.ts'
import { createSharedCounts, type SharedCounts } from './distributed-counter.ts'
import { addToCounts } from './queries.ts'

/** The counts that all servers on this database share. */
export function openSharedCounts(app: FastifyInstance, db: Db): SharedCounts {
  const counts = createSharedCounts({ addToAll: (told) => addToCounts(db, told) })
  app.addHook('onClose', async () => counts.close())
  return counts
}
