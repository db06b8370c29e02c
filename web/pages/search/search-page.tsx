import { useSearchParams } from 'wouter'
import { normalizeQuery } from '#web/features/search/search-input.ts'
import {
  isArtistName,
  resultSummary,
  useSearchResults,
} from '#web/features/search/search-results.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { NoQuery, NoResults, SearchFailed } from './search-empty.tsx'
import { SearchLayout } from './search-layout.tsx'
import { SearchSections, SearchSkeleton } from './search-sections.tsx'

const resultsPerKind = 48

/** All results for the query in the URL. */
export function SearchPage() {
  const [params] = useSearchParams()
  const query = normalizeQuery(params.get('q') ?? '')
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
  if (isError) return <SearchFailed onRetry={retry} />
  if (!results)
    return (
      <SearchLayout query={query} busy>
        <SearchSkeleton />
      </SearchLayout>
    )
  const isEmpty = Object.values(results).every((list) => list.length === 0)
  if (isEmpty && !isOutdated) return <NoResults query={query} />
  return (
    <SearchLayout query={query} busy={isOutdated}>
      <SearchSections results={results} artistsFirst={isArtistName(results, query)} />
    </SearchLayout>
  )
}
