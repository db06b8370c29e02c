import type { Stats, StatsPeriod } from '#contract/stats.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { dayIn } from '#server/shared/day.ts'
import { addDays, presentStats } from './presenter.ts'
import { findScope, listBuckets, listDays, listReferrers, type Scope } from './repository.ts'

type Options = { period: StatsPeriod; timeZone: string }

/** Of a playlist or release. */
export async function getPlaylistStats(db: Db, id: string, options: Options): Promise<Stats> {
  const scope = await findScope(db, id)
  if (!scope) throw notFound('Playlist')
  return getStats(db, scope, options)
}

/** For the owner: the route's guard has checked that. */
export async function getStats(
  db: Db,
  scope: Scope,
  { period, timeZone }: Options,
): Promise<Stats> {
  const today = dayIn(timeZone)
  const length = period === 'all' ? null : Number(period)
  const from = length === null ? undefined : addDays(today, 1 - length)
  const previousFrom = length === null ? undefined : addDays(today, 1 - 2 * length)
  const [rows, referrers, buckets] = await Promise.all([
    listDays(db, scope, { from: previousFrom, timeZone }),
    listReferrers(db, scope, from),
    scope.kind === 'track' ? listBuckets(db, scope.id, from) : [],
  ])
  const first = from ?? rows[0]?.day ?? today
  const hasPrevious = length !== null
  return presentStats({
    kind: scope.kind,
    rows,
    from: first,
    today,
    hasPrevious,
    referrers,
    buckets,
  })
}
