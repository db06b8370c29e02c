import { useEffect, useRef } from 'react'

type OverPage = { overPage?: boolean } | null

/**
 * For full-screen overlays: the browser's Back button closes them. The overlay gets its own
 * history entry; closing it in another way goes back over that entry.
 */
export function useCloseOnBack(close: () => void): () => void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const state: OverPage = history.state
    if (!state?.overPage) history.pushState({ ...state, overPage: true }, '')
    const back = () => latest.current()
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [])
  const isLeaving = useRef(false)
  return () => {
    if (isLeaving.current) return
    isLeaving.current = true
    const state: OverPage = history.state
    if (state?.overPage) history.back()
    else latest.current()
  }
}
