import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { rowsToRender, useVisibleRange } from '#web/lib/visible-range.ts'

type VirtualListProps<Item> = {
  items: readonly Item[]
  /** A row that is rendered even outside the viewport. */
  pinned?: number | undefined
  /** Called while the last row is rendered. */
  onEndReached?: (() => void) | undefined
  ref?: Ref<HTMLOListElement> | undefined
  /** Sets the row height: `[--row-height:76px]`. */
  className: string
  /** Renders a row: an `li` with `data-row`, positioned by `rowPosition`. */
  children: (item: Item, row: number) => ReactNode
}

/** Rows of equal height, of which only the visible ones are rendered. */
export function VirtualList<Item extends { id: string }>(props: VirtualListProps<Item>) {
  const { items, pinned = -1, onEndReached, ref, className, children } = props
  const list = useRef<HTMLOListElement>(null)
  const range = useVisibleRange(list, items.length)
  const [focusedId, setFocusedId] = useState<string>()
  // Unmounting the focused row would lose the focus.
  const focused = focusedId === undefined ? -1 : items.findIndex(({ id }) => id === focusedId)
  const trackFocus = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-row]')?.dataset['row'])
  const endReached = range.end >= items.length
  useEffect(() => {
    if (endReached) onEndReached?.()
  }, [endReached, onEndReached])
  return (
    <ol
      ref={(element) => {
        list.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      onFocus={trackFocus}
      onBlur={() => setFocusedId(undefined)}
      style={{ height: `calc(var(--row-height) * ${items.length})` }}
      className={classNames('relative', className)}
    >
      <FastScroll value={range.isFastScrolling}>
        {rowsToRender(range, [pinned, focused]).map((row) => {
          const item = items[row]
          return item && children(item, row)
        })}
      </FastScroll>
    </ol>
  )
}

const FastScroll = createContext(false)

/** False while a row passes by in a fast scroll: its image is not loaded. */
export function useLoadsImages(): boolean {
  const isFastScrolling = useContext(FastScroll)
  const [loads, setLoads] = useState(!isFastScrolling)
  if (!isFastScrolling && !loads) setLoads(true)
  return loads
}

/** The CSS position of a row in the list. */
export const rowPosition = (row: number) => ({ top: `calc(var(--row-height) * ${row})` })
