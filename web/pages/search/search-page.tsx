import { useSearchParams } from 'wouter'
import { genresQuery } from '#web/api/browse.ts'
import type { Page } from '#web/api/page.ts'
import { searchQuery } from '#web/api/search.ts'
import { normalizeQuery } from '#web/features/search/search-input.ts'
import {
  podcastHint,
  resultSummary,
  useSearchResults,
} from '#web/features/search/search-results.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { classNames } from '#web/lib/class-names.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { NoQuery, NoResults } from './search-empty.tsx'
import { SearchSections, SearchSkeleton } from './search-sections.tsx'

const resultsPerKind = 48

export const page: Page = {
  component: SearchPage,
  async load({ queryClient, search }) {
    const query = queryIn(search)
    if (query) await queryClient.fetchQuery(searchQuery(query, resultsPerKind))
    else await queryClient.fetchQuery(genresQuery)
    return { kind: 'other', title: query ? `${query} · Search` : 'Search' }
  },
}

/** There may be more. */
const isCut = (count: number) => count >= resultsPerKind

const queryIn = (search: URLSearchParams) => normalizeQuery(search.get('q') ?? '')

/** All results for the query in the URL. */
export function SearchPage() {
  const [params] = useSearchParams()
  const query = queryIn(params)
  usePageTitle(query ? `${query} · Search` : 'Search')
  const search = useSearchResults(query, resultsPerKind)
  const { results, isOutdated } = search
  return (
    <>
      <span role="status" className="sr-only">
        {results && !isOutdated ? resultSummary(results, query) : ''}
      </span>
      <Results query={query} {...search} />
    </>
  )
}

type ResultsProps = { query: string } & ReturnType<typeof useSearchResults>

function Results({ query, results, isOutdated, isError, retry }: ResultsProps) {
  if (query === '') return <NoQuery />
  if (isError)
    return (
      <ErrorState
        title="Search is unavailable"
        text="Search failed. Please try again."
        onRetry={retry}
      />
    )
  const isEmpty = results && Object.values(results).every((list) => list.length === 0)
  if (isEmpty && !isOutdated) return <NoResults query={query} />
  const busy = !results || isOutdated
  const hint = podcastHint(query)
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section" aria-busy={busy}>
      <div className="page-width">
        <h1 className="pt-9 font-display text-4xl leading-display font-extrabold tracking-display text-balance wrap-anywhere tablet:pt-12">
          Results for “{query}”
        </h1>
        {hint && <p className="mt-2 text-muted tablet:text-lg">{hint}</p>}
        <div className={classNames('transition-opacity', busy && 'opacity-60')}>
          {results ? (
            <SearchSections results={results} query={query} isCut={isCut} />
          ) : (
            <SearchSkeleton />
          )}
        </div>
      </div>
    </div>
  )
}
