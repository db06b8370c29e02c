import { type RefObject, useEffect, useState } from 'react'
import { isFastScroll, type VisibleRange, visibleRange } from './visible-range.ts'

/** Once nothing has moved for so long, whoever scrolls has arrived. */
const restMs = 150

/**
 * Follows which rows of a list are on screen while the page scrolls, and whether they are flying by.
 * All rows are equally high.
 */
export function useVisibleRange(
  list: RefObject<HTMLElement | null>,
  rows: number,
): VisibleRange & { isFastScrolling: boolean } {
  const [sight, setSight] = useState(() =>
    visibleRange({ rows, rowHeight: 0, scrolled: 0, height: 0 }),
  )
  const [isFastScrolling, setFastScrolling] = useState(false)
  useEffect(() => {
    let seen: VisibleRange | undefined
    let resting: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const box = list.current?.getBoundingClientRect()
      if (!box) return
      const rowHeight = box.height / rows
      const next = visibleRange({ rows, rowHeight, scrolled: -box.top, height: innerHeight })
      setSight((drawn) => (drawn.first === next.first && drawn.end === next.end ? drawn : next))
      if (seen && isFastScroll(seen, next)) setFastScrolling(true)
      seen = next
      clearTimeout(resting)
      resting = setTimeout(setFastScrolling, restMs, false)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      clearTimeout(resting)
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [list, rows])
  return { ...sight, isFastScrolling }
}
