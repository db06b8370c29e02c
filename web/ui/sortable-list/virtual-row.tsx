import type { ReactNode, Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { rowPosition } from '../virtual-list.tsx'

type VirtualRowProps = {
  id: string
  row: number
  rows: number
  /** By how many rows it is displaced by the dragged row. */
  offset?: number
  /** The row is being dragged: its placeholder marks the drop position. */
  isPlaceholder?: boolean
  ref?: Ref<HTMLLIElement>
  children: ReactNode
}

/** The list item of a row in a virtual list. */
export function VirtualRow({
  id,
  row,
  rows,
  offset,
  isPlaceholder,
  ref,
  children,
}: VirtualRowProps) {
  return (
    <li
      ref={ref}
      data-row={id}
      aria-setsize={rows}
      aria-posinset={row + 1}
      style={{
        ...rowPosition(row),
        ...(offset !== undefined && { transform: `translateY(calc(100% * ${offset}))` }),
      }}
      className={classNames(
        'absolute inset-x-0 h-(--row-height) rounded-control',
        offset !== undefined && 'transition-transform duration-(--duration-base)',
        isPlaceholder &&
          'bg-primary-soft shadow-[inset_0_0_0_1.5px_var(--color-primary-lo)] [&>*]:opacity-0',
        row > 0 &&
          !isPlaceholder &&
          'before:absolute before:inset-x-1 before:top-0 before:h-px before:bg-line tablet:before:inset-x-3.5',
      )}
    >
      {children}
    </li>
  )
}
