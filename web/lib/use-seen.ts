import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds for which an element must be visible: what scrolls past is not seen. */
const seenAfter = 150

/** True once the element has been visible for a moment. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      // On a busy machine one call has several entries, the oldest first.
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(setSeen, seenAfter, true)
    })
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [seen, element])
  return seen
}
