import { useEffect, useRef } from 'react'

type OverPage = { overPage?: boolean } | null

/**
 * For what covers the whole screen, as a page does: the browser's Back closes it. It gets an entry
 * in the history of its own, and whoever closes it otherwise goes back over that.
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
