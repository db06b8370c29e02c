import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * What a browser does by itself between documents, done between our pages: the keyboard and the
 * screen reader begin at the new page's heading, and whoever followed a link begins at its top.
 * Going back or forward leaves the scroll position to the browser, which remembers it.
 */
export function useRouteFocus(followedLink: RefObject<boolean>): void {
  const [path] = useLocation()
  const shown = useRef(path)
  useLayoutEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (followedLink.current) window.scrollTo({ top: 0, behavior: 'instant' })
    followedLink.current = false
    const main = document.querySelector('main')
    const start = main?.querySelector('h1') ?? main
    if (!start) return
    start.tabIndex = -1
    start.focus({ preventScroll: true })
  }, [path, followedLink])
}
