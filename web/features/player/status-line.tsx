import type { ReactNode } from 'react'
import { usePlayerState } from './use-player.ts'

export const connectionLost = 'Connection lost. Trying again…'

/** What is wrong, or else what usually stands here. */
export function PlayerStatus({ children }: { children: ReactNode }) {
  const error = usePlayerState((state) => state.error)
  const reconnecting = usePlayerState((state) => state.reconnecting)
  if (error) return <span className="text-danger-text">{error}</span>
  if (reconnecting) return <span className="text-primary-text">{connectionLost}</span>
  return children
}
