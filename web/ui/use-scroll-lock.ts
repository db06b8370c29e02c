import { useLayoutEffect } from 'react'

/** Keeps the page where it is while something lies over it. Its scroll bar leaves its room behind. */
export function useScrollLock(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    const { overflow, scrollbarGutter } = root.style
    if (window.innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable'
    root.style.overflow = 'hidden'
    return () => {
      root.style.overflow = overflow
      root.style.scrollbarGutter = scrollbarGutter
    }
  }, [])
}
