import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { DragState } from './drag-state.ts'

export type MoveRow = (from: number, to: number) => void

type MovableList<Item> = {
  items: readonly Item[]
  titleOf: (item: Item) => string
  onMove: (move: DragState) => void
  announce: (text: string) => void
}

/** Moves a row without a drag, and returns the focus, which an element loses when React moves it. */
export function useMoveRow<Item>(list: MovableList<Item>): MoveRow {
  const latest = useRef(list)
  const focused = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement && focused.current.isConnected) {
      focused.current.focus()
      focused.current.scrollIntoView({ block: 'nearest' })
    }
    focused.current = null
  }, [list.items])
  useEffect(() => {
    latest.current = list
  })
  return useCallback((from, to) => {
    const { items, titleOf, onMove, announce } = latest.current
    const item = items[from]
    if (!item) return
    const isMoved = to >= 0 && to < items.length && to !== from
    const row = (isMoved ? to : from) + 1
    announce(`${titleOf(item)} ${isMoved ? 'is now' : 'stays'} track ${row} of ${items.length}.`)
    if (!isMoved) return
    focused.current = document.activeElement
    onMove({ from, to })
  }, [])
}

/** By how many rows Alt and an arrow key move the row that has the focus. */
export function rowStep(event: KeyboardEvent): number {
  const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const { target, currentTarget } = event
  // Not in a dialog that a menu of the row has opened.
  if (!step || !(target instanceof Node && currentTarget.contains(target))) return 0
  event.preventDefault()
  return step
}
