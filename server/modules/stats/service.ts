import type { Stats, StatsPeriod } from '#contract/stats.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { dayIn } from '#server/shared/day.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  findScope,
  listBuckets,
  listDays,
  listReferrers,
  type Scope,
} from './numbers-repository.ts'
import { addDays, presentStats } from './presenter.ts'
import { insertListen, lockListen, lockTrack, moveBetweenBuckets, setBucket } from './repository.ts'
import { bucketOf } from './retention.ts'

export type Report = { trackId: string; listenId: string; position: number }

/**
 * Records how far a listen got. Its first report starts it at the beginning of the track, later ones raise its furthest
 * point. Listens of the track's owner are not recorded. Returns
 * whether it started one.
 */
export async function recordRetention(
  db: Db,
  { trackId, listenId: id, position }: Report,
  { viewer, timeZone }: { viewer: Viewer | undefined; timeZone: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const track = await lockTrack(tx, trackId)
    if (!track?.duration || track.userId === viewer?.id) return false
    const month = `${dayIn(timeZone).slice(0, 7)}-01`
    if (await insertListen(tx, { id, trackId, month })) {
      await moveBetweenBuckets(tx, { trackId, month, to: 0 })
      return true
    }
    const listen = await lockListen(tx, { id, trackId })
    if (!listen) return false
    const to = bucketOf({ position, duration: track.duration, seconds: listen.seconds })
    if (to <= listen.bucket) return false
    await setBucket(tx, id, to)
    await moveBetweenBuckets(tx, { trackId, month: listen.month, from: listen.bucket, to })
    return false
  })
}

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
