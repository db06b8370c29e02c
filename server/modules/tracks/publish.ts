import type { z } from 'zod'
import type { newTrack, Track } from '#contract/tracks.ts'
import { claimAudio, claimImage } from '#server/modules/uploads/claim.ts'
import { holdCaller } from '#server/modules/users/presence.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { getTrack } from './access.ts'
import { insertTrack, type NewTrackRow } from './queries.ts'
import { slugCandidates } from './slug.ts'

/** Makes a track of a registered upload, which from then on belongs to it alone. */
export async function publishTrack(
  db: Db,
  { audioUrl, artworkUrl, ...fields }: z.output<typeof newTrack>,
  viewer: Viewer,
): Promise<Track> {
  return db.transaction(async (tx) => {
    await holdCaller(tx, viewer.id)
    const audio = await claimAudio(tx, { userId: viewer.id, objectPath: audioUrl })
    if (artworkUrl) await claimImage(tx, { userId: viewer.id, objectPath: artworkUrl })
    const id = await insertWithSlug(tx, {
      ...fields,
      userId: viewer.id,
      audioUrl,
      artworkUrl: artworkUrl ?? null,
      duration: audio.duration,
    })
    return getTrack(tx, id, viewer)
  })
}

async function insertWithSlug(tx: Db, row: NewTrackRow): Promise<string> {
  for (const slug of slugCandidates(row.title, 'track')) {
    const inserted = await insertTrack(tx, { ...row, slug })
    if (inserted) return inserted.id
  }
  throw new Error('The slugs have run out.')
}
