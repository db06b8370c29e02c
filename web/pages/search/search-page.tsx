import { useSearchParams } from 'wouter'
import { normalizeQuery } from '#web/features/search/search-input.ts'
import { resultSummary, useSearchResults } from '#web/features/search/search-results.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { NoQuery, NoResults, SearchFailed } from './search-empty.tsx'
import { SearchLayout } from './search-layout.tsx'
import { SearchSections, SearchSkeleton } from './search-sections.tsx'

const resultsPerKind = 48

/** All results for the query in the URL. */
export function SearchPage() {
  const [query] = useSearchParams()
  const words = normalizeQuery(query.get('q') ?? '')
  usePageTitle(words ? `${words} · Search` : 'Search')
  const search = useSearchResults(words, resultsPerKind)
  const { results, isOutdated } = search
  return (
    <>
      <span role="status" className="sr-only">
        {results && !isOutdated ? resultSummary(results, words) : ''}
      </span>
      <Results words={words} {...search} />
    </>
  )
}

type ResultsProps = { words: string } & ReturnType<typeof useSearchResults>

function Results({ words, results, isOutdated, isError, retry }: ResultsProps) {
  if (words === '') return <NoQuery />
  if (isError) return <SearchFailed onRetry={retry} />
  if (!results)
    return (
      <SearchLayout words={words} busy>
        <SearchSkeleton />
      </SearchLayout>
    )
  const isEmpty = Object.values(results).every((list) => list.length === 0)
  if (isEmpty && !isOutdated) return <NoResults words={words} />
  return (
    <SearchLayout words={words} busy={isOutdated}>
      <SearchSections results={results} />
    </SearchLayout>
  )
}
