import { type RefObject, useEffect, useState } from 'react'

/** True once the element has been in the viewport or close to it. */
export function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '400px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
