import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadMore } from '#web/components/load-more.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { ListError } from '#web/ui/list-error.tsx'

type AdminListProps<Item> = {
  /** Names the list, and what could not be loaded. */
  label: string
  empty: ReactNode
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  /** Rows of one panel, or cards. */
  variant: 'rows' | 'cards'
  /** Renders the `li` of an item. */
  children: (item: Item) => ReactNode
}

const panel = 'rounded-panel border border-line bg-surface'

/** A list of a page beside the dashboard. */
export function AdminList<Item>({ label, empty, list, variant, children }: AdminListProps<Item>) {
  const pages = list.data?.pages
  const isEmpty = pages?.every(({ items }) => items.length === 0) && !list.hasNextPage
  return (
    <div className="min-w-0">
      {list.isPending && (
        <p role="status" className="text-muted">
          Loading...
        </p>
      )}
      {list.isError && !pages && <ListError what={label} onRetry={() => void list.refetch()} />}
      {pages && (
        // Gets the focus when the focused item is gone.
        <section
          aria-label={label}
          tabIndex={-1}
          className={`outline-none ${variant === 'rows' && !isEmpty ? panel : ''}`}
        >
          {isEmpty ? (
            empty
          ) : (
            <PagedList pages={pages} className={classes[variant]}>
              {children}
            </PagedList>
          )}
        </section>
      )}
      <LoadMore query={list} />
    </div>
  )
}

const classes = {
  rows: 'divide-y divide-line border-line not-first:border-t',
  cards: 'grid grid-cols-[minmax(0,1fr)] gap-5 not-first:mt-5',
}
