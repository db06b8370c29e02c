import { useQuery } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { LikeIconButton } from '#web/features/likes/like-button.tsx'

export const playerLikeId = 'player-like'

/** A restored queue may be outdated: whether the track is liked is fetched. */
export function PlayerLike({ track }: { track: Track }) {
  const { user } = useSession()
  const { data: latest } = useQuery({
    ...trackQuery(track.slug || track.id),
    enabled: Boolean(user),
  })
  return <LikeIconButton id={playerLikeId} label="Like this track" track={latest ?? track} />
}
