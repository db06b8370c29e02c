import { type RefObject, useEffect, useState } from 'react'
import { rowsInSight, type Sight } from './rows-in-sight.ts'

/** Follows which rows of a list are on screen while the page scrolls. All rows are equally high. */
export function useRowsInSight(list: RefObject<HTMLElement | null>, rows: number): Sight {
  const [sight, setSight] = useState(() =>
    rowsInSight({ rows, rowHeight: 0, scrolled: 0, height: 0 }),
  )
  useEffect(() => {
    const look = () => {
      const box = list.current?.getBoundingClientRect()
      if (!box) return
      const rowHeight = box.height / rows
      const next = rowsInSight({ rows, rowHeight, scrolled: -box.top, height: innerHeight })
      setSight((seen) => (seen.first === next.first && seen.end === next.end ? seen : next))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [list, rows])
  return sight
}
