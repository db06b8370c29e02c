import { useEffect, useState } from 'react'
import { artistName } from '#web/lib/artist-name.ts'
import { connectionLost } from './status-line.tsx'
import type { PlayerState } from './store.ts'
import { usePlayerState } from './use-player.ts'

/** For those who listen to the page: which track plays now, and what went wrong with it. */
export function PlayerLiveRegion() {
  const news = usePlayerState(newsOf)
  const [told, setTold] = useState('')
  useEffect(() => {
    // A pause is no news, and neither is what an earlier visit left behind.
    if (news) setTold(news)
  }, [news])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {told}
    </div>
  )
}

function newsOf({ currentTrack, isPlaying, error, reconnecting }: PlayerState): string {
  if (error) return error
  if (reconnecting) return connectionLost
  return currentTrack && isPlaying
    ? `Now playing: ${currentTrack.title} by ${artistName(currentTrack)}`
    : ''
}
