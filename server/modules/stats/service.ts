import type { Db } from '#server/platform/postgres/open.ts'
import { dayIn } from '#server/shared/day.ts'
import type { Viewer } from '#server/viewer.ts'
import { insertListen, lockListen, lockTrack, moveBetweenBuckets, setBucket } from './repository.ts'
import { bucketOf } from './retention.ts'

type Report = { trackId: string; listenId: string; position: number }

/**
 * Records how far a listen got. Its first report starts it at the beginning of the track, later ones raise its furthest
 * point. Listens of the track's owner are not recorded.
 */
export async function recordRetention(
  db: Db,
  { trackId, listenId: id, position }: Report,
  { viewer, timeZone }: { viewer: Viewer | undefined; timeZone: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const track = await lockTrack(tx, trackId)
    if (!track?.duration || track.userId === viewer?.id) return
    const month = `${dayIn(timeZone).slice(0, 7)}-01`
    if (await insertListen(tx, { id, trackId, month }))
      return moveBetweenBuckets(tx, { trackId, month, to: 0 })
    const listen = await lockListen(tx, { id, trackId })
    if (!listen) return
    const to = bucketOf({ position, duration: track.duration, seconds: listen.seconds })
    if (to <= listen.bucket) return
    await setBucket(tx, id, to)
    await moveBetweenBuckets(tx, { trackId, month: listen.month, from: listen.bucket, to })
  })
}
