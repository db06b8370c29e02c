import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds for which an element must be visible: what scrolls past does not count. */
const visibleAfter = 150

/** True once the element has been visible for a moment. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false)
  useEffect(() => {
    if (inView || !element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      // On a busy machine one call has several entries, the oldest first.
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(setInView, visibleAfter, true)
    })
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [inView, element])
  return inView
}
