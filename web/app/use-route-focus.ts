import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * Does on client-side navigation what browsers do between documents: moves the focus to the
 * heading of the new page and, after a link, scrolls to the top. Back and forward keep the scroll
 * position that the browser restores.
 */
export function useRouteFocus(followedLink: RefObject<boolean>): void {
  const [path] = useLocation()
  const previous = useRef(path)
  useLayoutEffect(() => {
    if (previous.current === path) return
    previous.current = path
    if (followedLink.current) window.scrollTo({ top: 0, behavior: 'instant' })
    followedLink.current = false
    const main = document.querySelector('main')
    const target = main?.querySelector('h1') ?? main
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [path, followedLink])
}
