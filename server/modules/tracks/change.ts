import type { z } from 'zod'
import type { Track, trackUpdate } from '#contract/tracks.ts'
import { badInput, notFound } from '#server/errors.ts'
import { claimImage, releaseObjects } from '#server/modules/uploads/claim.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { getTrack, refusalOf } from './access.ts'
import { lockManaged, type TrackChangeRow, updateTrack } from './queries.ts'

type Change = Partial<z.output<typeof trackUpdate>>

/** Changes the fields that are given. The slug stays, so that links never break. */
export async function changeTrack(
  db: Db,
  id: string,
  { id: repeated, ...change }: Change,
  viewer: Viewer,
): Promise<Track> {
  if (repeated !== undefined && repeated !== id)
    throw badInput('The id in the body is not the id in the address')
  return db.transaction(async (tx) => {
    const current = await lockManaged(tx, id, viewer)
    if (!current) throw (await refusalOf(tx, id, viewer)) ?? notFound('Track')
    const given = withoutUndefined(await withArtwork(tx, change, current, viewer))
    if (Object.keys(given).length > 0) await updateTrack(tx, id, given)
    return getTrack(tx, id, viewer)
  })
}

/** Takes the new picture and gives up the old one. The edit form may send the present one again. */
async function withArtwork(
  tx: Db,
  { artworkUrl, ...change }: Omit<Change, 'id'>,
  current: { artworkUrl: string | null },
  viewer: Viewer,
): Promise<Omit<Change, 'id'>> {
  if (artworkUrl === undefined || artworkUrl === current.artworkUrl) return change
  if (artworkUrl !== null) await claimImage(tx, { userId: viewer.id, objectPath: artworkUrl })
  await releaseObjects(tx, [current.artworkUrl])
  return { ...change, artworkUrl }
}

function withoutUndefined(change: Omit<Change, 'id'>): TrackChangeRow {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
