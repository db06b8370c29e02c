import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds for which an element must be visible: what scrolls past does not count. */
const visibleAfter = 150

/** True once the element has been visible for a moment. */
export const useInView = (element: RefObject<HTMLElement | null>) =>
  useIntersection(element, '0px', visibleAfter)

/** True once the element has been in the viewport or close to it. */
export const useNearViewport = (element: RefObject<HTMLElement | null>) =>
  useIntersection(element, '400px', 0)

function useIntersection(
  element: RefObject<HTMLElement | null>,
  rootMargin: string,
  delay: number,
): boolean {
  const [isInside, setInside] = useState(false)
  useEffect(() => {
    if (isInside || !element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        // On a busy machine one call has several entries, the oldest first.
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(setInside, delay, true)
      },
      { rootMargin },
    )
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isInside, element, rootMargin, delay])
  return isInside
}
