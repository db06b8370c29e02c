import type { Db } from '#server/platform/postgres/open.ts'
import { dayIn } from '#server/shared/day.ts'
import type { Viewer } from '#server/viewer.ts'
import { insertListen, lockListen, lockTrack, moveBetweenBuckets, setBucket } from './repository.ts'

/** Of each client, for both URLs. */
export const retentionLimit = { max: 120, windowSeconds: 60, per: 'ip' } as const

type Report = { trackId: string; listenId: string; position: number }

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

const retentionBuckets = 100
/** The highest speed of the player. */
const maxSpeed = 2
/** Of clocks and connections. */
const toleranceSeconds = 2

/**
 * The hundredth of the track that a listen has reached after so many seconds. What cannot have been heard is cut off:
 * positions beyond the end, and those that time and speed do not allow.
 */
export function bucketOf({
  position,
  duration,
  seconds,
}: {
  position: number
  duration: number
  seconds: number
}): number {
  const heard = Math.min(position, (seconds + toleranceSeconds) * maxSpeed)
  return Math.min(retentionBuckets - 1, Math.floor((heard / duration) * retentionBuckets))
}
