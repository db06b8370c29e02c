import {
  type CSSProperties,
  createContext,
  type FocusEvent,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { rowsToRender, useVisibleRange } from '#web/lib/visible-range.ts'

type ListProps<Item> = {
  items: readonly Item[]
  /** A row that is rendered even outside the viewport. */
  mountedRow?: number | undefined
  /** Called while the last row is rendered. */
  onEndReached?: (() => void) | undefined
  ref?: Ref<HTMLOListElement> | undefined
  /** Sets the row height: `[--row-height:76px]`. */
  className: string
  children: (item: Item, row: number) => ReactNode
}

type VirtualListProps<Item> = ListProps<Item> & {
  /** Number of rows that are known to exist; -1 while more can be loaded. */
  total?: number
  rowClass?: string
}

/** Rows of equal height, of which only the visible ones are rendered. */
export function VirtualList<Item extends { id: string }>(props: VirtualListProps<Item>) {
  const { total = props.items.length, rowClass, children, ...list } = props
  return (
    <BareVirtualList {...list}>
      {(item, row) => (
        <VirtualRow key={item.id} id={item.id} row={row} rows={total} className={rowClass}>
          {children(item, row)}
        </VirtualRow>
      )}
    </BareVirtualList>
  )
}

/** The same where each child is a `VirtualRow`. */
export function BareVirtualList<Item extends { id: string }>(props: ListProps<Item>) {
  const { items, mountedRow = -1, onEndReached, ref, className, children } = props
  const list = useRef<HTMLOListElement>(null)
  const range = useVisibleRange(list, items.length)
  const isHydrated = useHydrated()
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
      style={isHydrated ? { height: `calc(var(--row-height) * ${items.length})` } : undefined}
      className={classNames('relative', className)}
    >
      <FastScroll value={range.isFastScrolling}>
        {rowsToRender(range, [mountedRow, focused]).map((row) => {
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

/** A line above a row, shorter than the row. */
export const line =
  'before:absolute before:inset-x-1 before:top-0 before:h-px before:bg-line tablet:before:inset-x-3.5'

/** A line above every row but the first. */
export const linedRow = `rounded-control ${line} first:before:hidden`

type VirtualRowProps = {
  id: string
  row: number
  rows: number
  className?: string | undefined
  style?: CSSProperties
  onKeyDown?: KeyboardEventHandler
  ref?: Ref<HTMLLIElement>
  children: ReactNode
}

export function VirtualRow(props: VirtualRowProps) {
  const { id, row, rows, className, style, children, ...rest } = props
  // In the HTML of the server the rows flow: its Content Security Policy forbids style attributes.
  const isHydrated = useHydrated()
  return (
    <li
      {...rest}
      data-row={id}
      aria-setsize={rows}
      aria-posinset={row + 1}
      style={isHydrated ? { top: `calc(var(--row-height) * ${row})`, ...style } : undefined}
      className={classNames(
        isHydrated ? 'absolute inset-x-0' : 'relative',
        'h-(--row-height)',
        className,
      )}
    >
      {children}
    </li>
  )
}
