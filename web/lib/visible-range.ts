import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** The rows of a virtual list to render: those on screen, and some before and after. */
export type VisibleRange = { first: number; end: number }

type Viewport = {
  rows: number
  rowHeight: number
  /** How far the list's top is above the top of the viewport; negative when it is below. */
  scrolled: number
  height: number
}

/** Rows rendered beyond either edge, for smooth scrolling and the Tab key. */
const overscan = 10
/** Shorter lists are rendered whole. */
export const minVirtualRows = 60

export function visibleRange(viewport: Viewport): VisibleRange {
  const { rows } = viewport
  return rows <= minVirtualRows ? { first: 0, end: rows } : rangeOnScreen(viewport, overscan)
}

/** Without the rows beyond either edge. */
export function rangeOnScreen(
  { rows, rowHeight, scrolled, height }: Viewport,
  beyond = 0,
): VisibleRange {
  if (!(rowHeight > 0)) return { first: 0, end: Math.min(rows, minVirtualRows) }
  const first = Math.floor(scrolled / rowHeight) - beyond
  const end = Math.ceil((scrolled + height) / rowHeight) + beyond
  return { first: clamp(first, rows), end: clamp(end, rows) }
}

/** Returns a function that cancels it. */
function afterNextPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Whether more than three rows pass between two frames, too fast to read. */
export function isFastScroll(previous: VisibleRange, next: VisibleRange): boolean {
  return Math.abs(next.first - previous.first) > 3
}

/** The visible rows and those that must stay mounted, in order. */
export function rowsToRender({ first, end }: VisibleRange, mounted: readonly number[]): number[] {
  const rows = new Set(mounted.filter((row) => row >= 0))
  for (let row = first; row < end; row += 1) rows.add(row)
  return [...rows].sort((a, b) => a - b)
}

function clamp(row: number, max: number): number {
  return Math.min(Math.max(row, 0), max)
}

/** Milliseconds without scrolling after which a fast scroll is over, counted once the rows are rendered. */
const scrollEndMs = 150

/** Tracks the visible rows of a list while the page or an element around it scrolls. All rows have the same height. */
export function useVisibleRange(
  list: RefObject<HTMLElement | null>,
  rows: number,
): VisibleRange & { isFastScrolling: boolean } {
  // The list is measured before its first rows are rendered: those on screen before the first paint, the others after.
  // The server cannot measure it.
  const isHydrated = useHydrated()
  const [range, setRange] = useState({
    first: 0,
    end: isHydrated ? 0 : Math.min(rows, minVirtualRows),
  })
  const isRendered = useRef(!isHydrated)
  const [isFastScrolling, setFastScrolling] = useState(false)
  useLayoutEffect(() => {
    let previous: VisibleRange | undefined
    let cancelScrollEnd = () => {}
    const read = (compute: (viewport: Viewport) => VisibleRange) => {
      const box = list.current?.getBoundingClientRect()
      if (!box) return
      const rowHeight = box.height / rows
      const next = compute({ rows, rowHeight, scrolled: -box.top, height: innerHeight })
      setRange((range) => (range.first === next.first && range.end === next.end ? range : next))
      return next
    }
    const update = () => {
      const next = read(visibleRange)
      if (!next) return
      if (previous && isFastScroll(previous, next)) setFastScrolling(true)
      previous = next
      cancelScrollEnd()
      cancelScrollEnd = afterNextPaint(() => {
        const timer = setTimeout(setFastScrolling, scrollEndMs, false)
        cancelScrollEnd = () => clearTimeout(timer)
      })
    }
    const isFirst = !isRendered.current
    isRendered.current = true
    if (isFirst) read(rangeOnScreen)
    const afterPaint = isFirst ? afterNextPaint(update) : update()
    addEventListener('scroll', update, { passive: true, capture: true })
    addEventListener('resize', update)
    return () => {
      afterPaint?.()
      cancelScrollEnd()
      removeEventListener('scroll', update, { capture: true })
      removeEventListener('resize', update)
    }
  }, [list, rows])
  return { ...range, isFastScrolling }
}
