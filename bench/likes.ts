import path from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { likes, notifications } from '#server/database/schema.ts'
import { kindsOf } from '#server/modules/notifications/kinds.ts'
import { listNotifications } from '#server/modules/notifications/service.ts'
import { createLikes, type Likes } from '#server/modules/reactions/likes.ts'
import { type Db, openPostgres } from '#server/platform/postgres/open.ts'
import { makeTrack, makeUser, makeUsers } from '#server/testing/factories.ts'
import type { Bench, Row } from './runner/bench.ts'
import { medianOf, ratioOf, runRounds, type Variant } from './runner/rounds.ts'

const likeCount = 10_000
/** The queue of likes holds 5,000. */
const callers = 4000

const silent = 'without notifications'
const told = 'with notifications'

export const bench: Bench = {
  description: `${likeCount.toLocaleString('en')} likes of one track by as many users, ${callers.toLocaleString('en')} at once, without HTTP. *Ratio* compares the time with that of likes which
tell nobody; the goal includes one row of notifications.`,
  tools: [],
  async run({ rounds, scratch, log }) {
    const directory = path.join(scratch, 'postgres')
    const postgres = await openPostgres({ kind: 'embedded', directory }, { exclusive: true, log })
    try {
      await migrate(postgres)
      const { db } = postgres
      const owner = await makeUser(db)
      const { id: trackId } = await makeTrack(db, owner.id)
      const userIds = await makeFans(db)
      const variant = (name: string, service: Likes): Variant<number> => ({
        name,
        run: async () => {
          await db.delete(likes)
          await db.delete(notifications)
          return likeAll(service, trackId, userIds)
        },
      })
      const results = await runRounds(rounds, [
        variant(
          silent,
          createLikes(db, async () => {}),
        ),
        variant(told, createLikes(db)),
      ])
      const isOne = await hasOneNotification(db, owner.id)
      return [silent, told].map((label): Row => {
        const ratio = ratioOf(results, label, silent, (ms) => ms)
        const figure = `${(medianOf(results, label, (ms) => ms) / 1000).toFixed(2)} s`
        const goal = { text: '≤ 1.2, one row', met: ratio <= 1.2 && isOne }
        return { label, figure, ratio, ...(label === told && { goal }) }
      })
    } finally {
      await postgres.close()
    }
  },
}

async function makeFans(db: Db): Promise<string[]> {
  const ids: string[] = []
  // Each statement well below the statement timeout.
  while (ids.length < likeCount) {
    const made = await makeUsers(
      db,
      Array.from({ length: 100 }, () => ({})),
    )
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

async function likeAll(service: Likes, trackId: string, userIds: readonly string[]) {
  const start = performance.now()
  const next = userIds[Symbol.iterator]()
  const call = async () => {
    for (const id of next) await service.set(trackId, { id, isAdmin: false }, true)
  }
  await Promise.all(Array.from({ length: callers }, call))
  return performance.now() - start
}

/** After the last variant. */
async function hasOneNotification(db: Db, userId: string): Promise<boolean> {
  const { items } = await listNotifications(
    { db, kinds: kindsOf([]) },
    { limit: 10 },
    { id: userId, isAdmin: false },
  )
  const [only] = items.notifications
  const rows = await db.$count(notifications)
  return rows === 1 && items.unread === 1 && only?.count === likeCount
}
