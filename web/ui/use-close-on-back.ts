import { useEffect, useRef } from 'react'

/** How many overlays the current history entry is above the page. */
const overlaysOf = (state: { overPage?: number | boolean } | null) => Number(state?.overPage ?? 0)
let openOverlays = 0

/**
 * For full-screen overlays: the browser's Back button closes them, the upper one first. Each overlay
 * gets its own history entry; closing it in another way goes back over that entry.
 */
export function useCloseOnBack(close: () => void): () => void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  const level = useRef(0)
  useEffect(() => {
    openOverlays += 1
    level.current = openOverlays
    if (overlaysOf(history.state) < level.current)
      history.pushState({ ...history.state, overPage: level.current }, '')
    const back = () => overlaysOf(history.state) < level.current && latest.current()
    window.addEventListener('popstate', back)
    return () => {
      openOverlays -= 1
      window.removeEventListener('popstate', back)
    }
  }, [])
  const isLeaving = useRef(false)
  return () => {
    if (isLeaving.current) return
    isLeaving.current = true
    if (overlaysOf(history.state) >= level.current) history.back()
    else latest.current()
  }
}
