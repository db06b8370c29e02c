import { useEffect } from 'react'

/** While a row is moved the page must keep up with it, not glide after it. */
export function useInstantScroll(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const { style } = document.documentElement
    style.scrollBehavior = 'auto'
    return () => {
      style.scrollBehavior = ''
    }
  }, [active])
}
