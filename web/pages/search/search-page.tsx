import { useSearchParams } from 'wouter'
import { normalizeQuery } from '#web/features/search/typed-words.ts'
import { useSearchResults } from '#web/features/search/use-search-results.ts'
import { resultSummary } from '#web/features/search/what-was-found.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { FoundNothing, NothingTyped, SearchFailed } from './search-empty.tsx'
import { SearchFrame } from './search-layout.tsx'
import { SearchSections } from './search-sections.tsx'
import { SearchSkeleton } from './search-skeleton.tsx'

const ofEach = 48

/** Everything that was found for the words in the address. */
export function SearchPage() {
  const [query] = useSearchParams()
  const words = normalizeQuery(query.get('q') ?? '')
  usePageTitle(words ? `${words} · Search` : 'Search')
  const search = useSearchResults(words, ofEach)
  const { results, isOutdated } = search
  return (
    <>
      <span role="status" className="sr-only">
        {results && !isOutdated ? resultSummary(results, words) : ''}
      </span>
      <Found words={words} {...search} />
    </>
  )
}

type FoundProps = { words: string } & ReturnType<typeof useSearchResults>

function Found({ words, results, isOutdated, isError, retry }: FoundProps) {
  if (words === '') return <NothingTyped />
  if (isError) return <SearchFailed onRetry={retry} />
  if (!results)
    return (
      <SearchFrame words={words} busy>
        <SearchSkeleton />
      </SearchFrame>
    )
  const isEmpty = Object.values(results).every((list) => list.length === 0)
  if (isEmpty && !isOutdated) return <FoundNothing words={words} />
  return (
    <SearchFrame words={words} busy={isOutdated}>
      <SearchSections results={results} />
    </SearchFrame>
  )
}
