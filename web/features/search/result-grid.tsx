// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be laid out like this
// biome-ignore-all lint/a11y/useFocusableInteractive: the search box keeps the focus
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** The results as an ARIA grid that is operated from the search box. */

type ResultGridProps = { id: string; busy: boolean; className: string; children: ReactNode }

export function ResultGrid({ id, busy, className, children }: ResultGridProps) {
  return (
    <div
      role="grid"
      id={id}
      aria-label="Search results"
      aria-busy={busy}
      onMouseDown={(event) => event.preventDefault()}
      className={className}
    >
      {children}
    </div>
  )
}

export function ResultGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="rowgroup" aria-label={label}>
      <div
        aria-hidden="true"
        className="px-3 pt-3 pb-2 text-sm leading-none font-semibold text-faint"
      >
        {label}
      </div>
      {children}
    </div>
  )
}

export function Row({ isActive, children }: { isActive: boolean; children: ReactNode }) {
  return (
    <div
      role="row"
      className={classNames(
        'flex items-center rounded-control pr-2 hover:bg-raised',
        isActive && 'bg-raised',
      )}
    >
      {children}
    </div>
  )
}

type CellProps = { id: string | undefined; isActive: boolean; round?: boolean; children: ReactNode }

export function Cell({ id, isActive, round, children }: CellProps) {
  return (
    <div
      role="gridcell"
      id={id}
      aria-selected={isActive}
      className={classNames(
        round ? 'rounded-full' : 'min-w-0 flex-1 rounded-control',
        isActive && 'outline-2 outline-focus',
        isActive && (round ? 'outline-offset-2' : '-outline-offset-2'),
      )}
    >
      {children}
    </div>
  )
}
