import { type Ref, useEffect, useImperativeHandle } from 'react'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { nextCell, type ResultRow, resultRows } from './grid-navigation.ts'
import { Cell, ResultGrid, ResultGroup, Row } from './result-grid.tsx'
import { ResultItem } from './result-item.tsx'
import {
  findNamedArtist,
  noResultsMessage,
  podcastHint,
  resultSummary,
  useSearchResults,
} from './search-results.ts'

/** Handles keys pressed in the search box; returns whether the panel used one. */
export type PanelKeys = { press(key: string): boolean }

export type SearchPanelProps = {
  id: string
  query: string
  isShown: boolean
  inline: boolean
  /** Id of the active grid cell. */
  active: string | null
  onActive: (cell: string | null) => void
  /** A result was opened. */
  onSelect: () => void
  keys: Ref<PanelKeys>
}

const debounceMs = 150
const resultsPerKind = 3

const labels = {
  track: 'Tracks',
  artist: 'Artists',
  album: 'Albums',
  playlist: 'Playlists',
} as const

/**
 * An ARIA grid instead of a listbox, because the row of a track has two actions: open and play.
 * The focus stays in the search box.
 */
export function SearchPanel(props: SearchPanelProps) {
  const { id, query, isShown, inline, active, onActive, keys } = props
  const debouncedQuery = useDebounced(query, debounceMs)
  const { results, isOutdated, isError, retry } = useSearchResults(debouncedQuery, resultsPerKind)
  const first = results && findNamedArtist(results, debouncedQuery)
  const rows = results ? resultRows(id, results, first) : []
  useImperativeHandle(keys, () => ({
    press(key) {
      if (key === 'Enter') return activate(active)
      const cell = nextCell(rows, active, key)
      if (cell === undefined) return false
      onActive(cell)
      return true
    },
  }))
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const isFresh = results !== undefined && !isOutdated
  return (
    <>
      <span role="status" className="sr-only">
        {isShown && isFresh && resultSummary(results, debouncedQuery)}
      </span>
      {isShown && (
        <ResultGrid
          id={id}
          busy={!isFresh && !isError}
          className={classNames(
            'overflow-y-auto overscroll-contain [scrollbar-width:thin]',
            inline
              ? 'mt-2.5 max-h-[calc(100dvh-9.5rem-var(--above-player))]'
              : 'absolute top-full right-0 left-1/2 mt-2.5 max-h-[calc(100dvh-6.5rem-var(--above-player))] w-full min-w-100 -translate-x-1/2 rounded-panel border border-line bg-overlay p-2.5 shadow-(--shadow-float)',
            !results && !isError && 'delayed',
          )}
        >
          {isError ? (
            <PanelMessage text="Search failed. Please try again." onRetry={retry} />
          ) : !results ? (
            <PanelSkeleton />
          ) : rows.length === 0 ? (
            <PanelMessage text={podcastHint(debouncedQuery) ?? noResultsMessage(debouncedQuery)} />
          ) : (
            <PlayableList tracks={results.tracks} source="search results">
              <Groups {...props} rows={rows} />
            </PlayableList>
          )}
        </ResultGrid>
      )}
    </>
  )
}

function Groups({ rows, ...props }: SearchPanelProps & { rows: ResultRow[] }) {
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  return (
    <>
      {kinds.map(
        (kind) =>
          kind !== 'all' && (
            <ResultGroup key={kind} label={labels[kind]}>
              {rows
                .filter((row) => row.kind === kind)
                .map((row) => (
                  <ResultItem key={row.id} row={row} {...props} />
                ))}
            </ResultGroup>
          ),
      )}
      {rows
        .filter(({ kind }) => kind === 'all')
        .map((row) => (
          <ResultItem key={row.id} row={row} {...props} />
        ))}
    </>
  )
}

/** Clicks the link or button in a cell. */
function activate(cell: string | null): boolean {
  const target = cell && document.getElementById(cell)?.querySelector<HTMLElement>('a, button')
  if (!target) return false
  target.click()
  return true
}

/** A message in place of results. */
function PanelMessage({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Row isActive={false}>
      <Cell id={undefined} isActive={false}>
        <div className="flex flex-wrap items-center justify-between gap-3 px-3 py-2 text-md wrap-anywhere text-muted">
          {text}
          {onRetry && (
            <Button size="small" tabIndex={-1} onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </Cell>
    </Row>
  )
}

/** Loading state of the results. */
function PanelSkeleton() {
  return (
    <div aria-hidden="true">
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="grid grid-cols-[44px_1fr] items-center gap-3 px-3 py-1.75">
          <TextSkeleton className="size-11" />
          <div>
            <TextSkeleton className="h-3.5 w-[60%]" />
            <TextSkeleton className="mt-2 h-3 w-[36%]" />
          </div>
        </div>
      ))}
    </div>
  )
}
