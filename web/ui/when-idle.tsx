import { type ReactNode, useState } from 'react'
import { useIdle } from '#web/lib/use-idle.ts'

let hasBeenIdle = false

/**
 * Renders what is below the fold once the browser is idle, one after the other: together it would be
 * one long task on slow phones. On later pages at once, so that Back finds the page as high as it was.
 */
export function WhenIdle({ children }: { children: ReactNode }) {
  const [atOnce] = useState(hasBeenIdle)
  const isIdle = useIdle()
  if (isIdle) hasBeenIdle = true
  return isIdle || atOnce ? children : null
}
