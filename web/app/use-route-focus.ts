import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * Does on client-side navigation what browsers do between documents: moves the focus to the
 * heading of the new page and, after a link, scrolls to the top. Back and forward keep the scroll
 * position that the browser restores.
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
