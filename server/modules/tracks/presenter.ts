import { limits } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import type { TrackRow } from './columns.ts'

/** A track as every list shows it: the columns of `trackColumns`, and of its likes only the viewer's own. */
export function presentTrack({ track, user, likedBy }: TrackRow): Track {
  return {
    ...track,
    createdAt: track.createdAt.toISOString(),
    updatedAt: track.updatedAt.toISOString(),
    user: presentUser(user),
    likes: likedBy === null ? [] : [{ userId: likedBy }],
  }
}

/** A track on its own page: the viewer's like first, then the newest of the others. */
export function presentTrackDetail(row: TrackRow & { newestLikers: string[] }): Track {
  const others = row.newestLikers.filter((userId) => userId !== row.likedBy)
  const likers = row.likedBy === null ? others : [row.likedBy, ...others]
  return {
    ...presentTrack(row),
    likes: likers.slice(0, limits.maxLikesInDetail).map((userId) => ({ userId })),
  }
}
