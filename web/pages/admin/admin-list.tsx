import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { LoadMore } from '#web/components/load-more.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { ListError } from '#web/ui/list-error.tsx'

type AdminListProps<Item> = {
  title: string
  /** Names the list, and what could not be loaded. */
  label: string
  empty: string
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  /** Rows of one panel, or cards. */
  variant: 'rows' | 'cards'
  /** Beside the title. */
  aside?: ReactNode
  /** Between the title and the list. */
  above?: ReactNode
  /** Renders the `li` of an item. */
  children: (item: Item) => ReactNode
}

const panel = 'rounded-panel border border-line bg-surface'

/** A page of the dashboard with one list. */
export function AdminList<Item>(props: AdminListProps<Item>) {
  const { title, label, empty, list, variant, aside, above, children } = props
  const pages = list.data?.pages
  const isEmpty = pages?.every(({ items }) => items.length === 0) && !list.hasNextPage
  return (
    <div className="page-width pb-section">
      <header className="flex flex-wrap items-end justify-between gap-5 pt-7 pb-7 tablet:pt-12">
        <div>
          <Link href={paths.admin} className="text-sm text-muted hover:text-text hover:underline">
            Dashboard
          </Link>
          <h1 className="mt-2 font-display text-5xl leading-tight font-extrabold tracking-display">
            {title}
          </h1>
        </div>
        {aside}
      </header>
      {above}
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
          className={`outline-none ${variant === 'rows' || isEmpty ? panel : ''}`}
        >
          {isEmpty ? (
            <p className="px-5 py-14 text-center text-muted">{empty}</p>
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
  cards: 'grid gap-5 not-first:mt-5',
}
