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
import { useVisibleRange } from '#web/lib/use-visible-range.ts'
import { rowsToRender } from '#web/lib/visible-range.ts'

type VirtualListProps<Item> = {
  items: Item[]
  /** A row that is drawn even when it is out of sight. */
  pinned?: number | undefined
  /** Called while the last row is on screen, or about to be. */
  onEndReached?: (() => void) | undefined
  ref?: Ref<HTMLOListElement> | undefined
  /** Says how high a row is: `[--row-height:76px]`. */
  className: string
  /** Draws the row with this number: an `li` with `data-row`, placed by `rowPlace`. */
  children: (item: Item, row: number) => ReactNode
}

/** Rows of equal height, of which only those in sight are drawn. */
export function VirtualList<Item extends { id: string }>(props: VirtualListProps<Item>) {
  const { items, pinned = -1, onEndReached, ref, className, children } = props
  const list = useRef<HTMLOListElement>(null)
  const sight = useVisibleRange(list, items.length)
  const [focusedId, setFocusedId] = useState<string>()
  // Taken away, it would take the focus with it.
  const focused = focusedId === undefined ? -1 : items.findIndex(({ id }) => id === focusedId)
  const follow = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-row]')?.dataset['row'])
  const endInSight = sight.end >= items.length
  useEffect(() => {
    if (endInSight) onEndReached?.()
  }, [endInSight, onEndReached])
  return (
    <ol
      ref={(element) => {
        list.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      onFocus={follow}
      onBlur={() => setFocusedId(undefined)}
      style={{ height: `calc(var(--row-height) * ${items.length})` }}
      className={classNames('relative', className)}
    >
      <FastScroll value={sight.isFastScrolling}>
        {rowsToRender(sight, [pinned, focused]).map((row) => {
          const item = items[row]
          return item && children(item, row)
        })}
      </FastScroll>
    </ol>
  )
}

const FastScroll = createContext(false)

/** False for a row that flies by, whose picture nobody would see; true once it has been in sight. */
export function useLoadsImages(): boolean {
  const flying = useContext(FastScroll)
  const [shown, setShown] = useState(!flying)
  if (!flying && !shown) setShown(true)
  return shown
}

/** Where a row stands in the list. */
export const rowPosition = (row: number) => ({ top: `calc(var(--row-height) * ${row})` })
