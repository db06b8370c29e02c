import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * What a browser does by itself between documents, done between our pages: the new page begins at
 * its top, and the keyboard and the screen reader begin at its heading. Going back or forward
 * leaves the scroll position to the browser, which remembers it.
 */
export function useArrival(): void {
  const [path] = useLocation()
  const shown = useRef(path)
  const throughHistory = useRef(false)

  useEffect(() => {
    const mark = () => {
      throughHistory.current = true
    }
    // Before the router hears of it: that draws the page at once.
    window.addEventListener('popstate', mark, { capture: true })
    return () => window.removeEventListener('popstate', mark, { capture: true })
  }, [])

  useLayoutEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (!throughHistory.current) window.scrollTo({ top: 0, behavior: 'instant' })
    throughHistory.current = false
    const main = document.querySelector('main')
    const start = main?.querySelector('h1') ?? main
    if (!start) return
    start.tabIndex = -1
    start.focus({ preventScroll: true })
  }, [path])
}
