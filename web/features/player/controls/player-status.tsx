import { type ReactNode, useEffect, useState } from 'react'
import { artistName } from '#web/lib/display-name.ts'
import type { PlayerState } from '../store.ts'
import { usePlayerState } from '../use-player.ts'

const reconnectingText = 'Connection lost. Reconnecting…'

/** The player's error or connection state, or else its children. */
export function PlayerStatus({ children }: { children: ReactNode }) {
  const error = usePlayerState((state) => state.error)
  const reconnecting = usePlayerState((state) => state.reconnecting)
  if (error) return <span className="text-danger-text">{error}</span>
  if (reconnecting) return <span className="text-primary-text">{reconnectingText}</span>
  return children
}

/** Announces track changes and errors to screen readers. */
export function PlayerLiveRegion() {
  const announcement = usePlayerState(announcementFor)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    // Pausing and restoring the queue of an earlier visit announce nothing.
    if (announcement) setAnnounced(announcement)
  }, [announcement])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announced}
    </div>
  )
}

function announcementFor({ currentTrack, isPlaying, error, reconnecting }: PlayerState): string {
  if (error) return error
  if (reconnecting) return reconnectingText
  return currentTrack && isPlaying
    ? `Now playing: ${currentTrack.title} by ${artistName(currentTrack)}`
    : ''
}
