import { displayName } from '#contract/display-name.ts'
import type { LargestUser, RankedTrack } from './repository.ts'

const present = ({ id, slug, title, user }: RankedTrack) => ({
  id,
  slug,
  title,
  artist: displayName(user),
})

export const presentRanked = (track: RankedTrack) => ({
  ...present(track),
  playCount: track.playCount,
  likeCount: track.likeCount,
})

export const presentLatest = (track: RankedTrack) => ({
  ...present(track),
  createdAt: track.createdAt.toISOString(),
})

export const presentLargestUser = ({ bytes, ...user }: LargestUser) => ({
  id: user.id,
  name: displayName(user),
  bytes,
})
