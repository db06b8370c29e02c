import type { Track } from '#contract/tracks.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import type { TrackRow } from './columns.ts'
import { type Place, readCursor, type TrackSort, writeCursor } from './cursor.ts'
import { presentTrack } from './present.ts'
import { list, listPublicByIds } from './queries.ts'
import { mayManage } from './visibility.ts'

export type TrackQuery = {
  limit: number
  sort: TrackSort
  cursor?: string | undefined
  genre?: string | undefined
  userId?: string | undefined
  q?: string | null | undefined
}
export type TrackPage = { tracks: Track[]; next: string | undefined }

/** Everybody lists what is public; the administrator all; a person all of their own. */
export async function listTracks(
  db: Db,
  { limit, sort, cursor, genre, userId, q }: TrackQuery,
  viewer: Viewer | undefined,
): Promise<TrackPage> {
  const listsAll = userId === undefined ? viewer?.isAdmin : mayManage({ userId }, viewer)
  const rows = await list(db, viewer, {
    publicOnly: !listsAll,
    sort,
    genre,
    userId,
    q,
    after: cursor === undefined ? undefined : readCursor(sort, cursor),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last ? writeCursor(sort, placeOf(last, sort)) : undefined
  return { tracks: page.map(presentTrack), next }
}

/** Those of the ids that are public, in the order of the ids: for modules that find tracks their own way. */
export async function tracksByIds(
  db: Db,
  ids: string[],
  viewer: Viewer | undefined,
): Promise<Track[]> {
  if (ids.length === 0) return []
  const rows = await listPublicByIds(db, ids, viewer)
  const found = new Map(rows.map((row) => [row.track.id, row]))
  return ids.flatMap((id) => found.get(id) ?? []).map(presentTrack)
}

type ListedRow = TrackRow & { rankedPlays: number }

function placeOf({ track, rankedPlays }: ListedRow, sort: TrackSort): Place {
  const value = {
    recent: track.createdAt.toISOString(),
    plays: rankedPlays,
    likes: track.likeCount,
    popular: rankedPlays + track.likeCount,
  }
  return { value: value[sort], id: track.id }
}
