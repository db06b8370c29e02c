import { useState } from 'react'

/**
 * For what opens over the page: gives the focus back when it closes. Where the thing that had it is
 * gone, the part of the page that it was in gets it.
 */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  const [surroundings] = useState(() => opener?.closest<HTMLElement>('[tabindex="-1"]'))
  return (event) => {
    event.preventDefault()
    const next = opener?.isConnected ? opener : surroundings
    if (next instanceof HTMLElement) next.focus()
  }
}
