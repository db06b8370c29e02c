import type { InfiniteData, UseInfiniteQueryResult, UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { ListPage } from '#web/api/client.ts'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { pluralize } from '#web/lib/format.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { ListError } from '#web/ui/list-error.tsx'
import type { Draft } from '#web/ui/use-draft-form.ts'
import type { Load } from '#web/ui/use-lazy-component.ts'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import { ExportButton, Toolbar } from './toolbar.tsx'

type LoadDialog<Item> = Load<{ row: Item; onClose: () => void }>

type ManagedTabProps<Item> = Omit<RowsProps, 'empty'> & {
  title: string
  text?: string
  placeholder: string
  /** Beside the search box. */
  filters?: ReactNode
  /** Between the toolbar and the list. */
  above?: ReactNode
  exportLabel: string
  useList: (query: string) => ListQuery<Item>
  useExport: (query: string) => UseMutationResult<unknown, Error, void>
  loadEdit: LoadDialog<Item>
  loadDelete: LoadDialog<Item>
  /** Of the edit dialog. */
  draftKey: string
  children: (item: Item, onEdit: (item: Item) => void, onDelete: (item: Item) => void) => ReactNode
}

/** A list of everything of one kind that can be searched, exported, edited and deleted. */
export function ManagedTab<Item extends { id: string }>(props: ManagedTabProps<Item>) {
  const { title, text, placeholder, filters, above, exportLabel, useList, useExport, ...rest } =
    props
  const { loadEdit, loadDelete, draftKey, children, ...rows } = rest
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), searchDebounceMs)
  const list = useList(query)
  const file = useExport(typed.trim())
  const openDialog = useOpenDialog()
  const edit = useCallback((row: Item) => openDialog(loadEdit, { row }), [openDialog, loadEdit])
  const remove = useCallback(
    (row: Item) => openDialog(loadDelete, { row }),
    [openDialog, loadDelete],
  )
  useResumeDraft<Draft<object, Item>>(draftKey, ({ subject }) => subject && edit(subject))
  return (
    <>
      <Toolbar title={title} text={text}>
        <SearchField placeholder={placeholder} value={typed} onChange={setTyped} />
        {filters}
        <ExportButton
          label={exportLabel}
          isPending={file.isPending}
          onClick={() => file.mutate()}
        />
      </Toolbar>
      {above}
      <ManagedList
        list={list}
        {...rows}
        {...(!query && text && { total: text })}
        empty={`No ${rows.noun}s ${query ? 'found' : 'yet'}`}
      >
        {(item) => children(item, edit, remove)}
      </ManagedList>
    </>
  )
}

type ListQuery<Item> = UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>

type RowsProps = {
  /** Singular name of an item: 'track', 'user'. */
  noun: string
  empty: string
  /** For screen readers, if it is known before all are loaded. */
  total?: string
  /** Column headers. */
  header?: ReactNode
  /** Sets the row height: `[--row-height:76px]`. */
  className: string
  rowClass: string
  /** Placeholder for a row that is still loading. */
  skeleton: ReactNode
}

type ManagedListProps<Item> = RowsProps & {
  list: ListQuery<Item>
  children: (item: Item) => ReactNode
}

const panelClass = 'overflow-hidden rounded-panel border border-line bg-surface'

/** An infinite list with server-side search; loads the next page when the end is near. */
function ManagedList<Item extends { id: string }>(props: ManagedListProps<Item>) {
  const { list, noun, total, header, className, rowClass, skeleton, children } = props
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  const more = useFetchMore(list)
  if (list.isPending)
    return (
      <div role="status" aria-label={`Loading ${noun}s`} className={panelClass}>
        {header}
        <Skeletons rows={5} className={className} skeleton={skeleton} />
      </div>
    )
  if (!list.data)
    return (
      <ListError
        what={`The ${noun}s`}
        onRetry={() => void list.refetch()}
        className={`${panelClass} grid justify-items-center gap-4 px-5 py-14`}
      />
    )
  const rows = list.hasNextPage ? -1 : items.length
  return (
    <section
      aria-label={`${noun[0]?.toUpperCase()}${noun.slice(1)}s`}
      aria-busy={list.isPlaceholderData}
      tabIndex={-1}
      className={classNames(panelClass, 'outline-none', list.isPlaceholderData && 'opacity-60')}
    >
      <p role="status" className="sr-only">
        {list.isPlaceholderData
          ? ''
          : (total ?? `${pluralize(items.length, noun)}${rows < 0 ? ' or more' : ''}`)}
      </p>
      {items.length > 0 ? (
        <>
          {header}
          <VirtualList
            items={items}
            total={rows}
            onEndReached={more}
            className={className}
            rowClass={rowClass}
          >
            {children}
          </VirtualList>
          <NextPage list={list} className={className} skeleton={skeleton} />
        </>
      ) : (
        <p className="px-5 py-14 text-center text-muted">{props.empty}</p>
      )}
    </section>
  )
}

/** Fetches the next page, unless it is in flight or has just failed. */
function useFetchMore<Item>({
  hasNextPage,
  isFetching,
  isPlaceholderData,
  isFetchNextPageError,
  fetchNextPage,
}: ListQuery<Item>) {
  const canLoadMore = hasNextPage && !isFetching && !isPlaceholderData && !isFetchNextPageError
  return useCallback(() => {
    if (canLoadMore) void fetchNextPage()
  }, [canLoadMore, fetchNextPage])
}

type NextPageProps<Item> = Pick<ManagedListProps<Item>, 'list' | 'className' | 'skeleton'>

/** The end of the list: skeleton or error of the next page. */
function NextPage<Item>({ list, className, skeleton }: NextPageProps<Item>) {
  if (list.isFetchNextPageError)
    return (
      <ListError
        what="More rows"
        onRetry={() => void list.fetchNextPage()}
        className="flex items-center justify-center gap-4 border-t border-line p-5"
      />
    )
  if (!list.hasNextPage) return null
  return (
    <div className="border-t border-line">
      <Skeletons rows={3} className={className} skeleton={skeleton} />
    </div>
  )
}

type SkeletonsProps = { rows: number; className: string; skeleton: ReactNode }

function Skeletons({ rows, className, skeleton }: SkeletonsProps) {
  return (
    <div aria-hidden="true" className={className}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
        <div key={row} className="h-(--row-height) border-line not-first:border-t">
          {skeleton}
        </div>
      ))}
    </div>
  )
}
