import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchQuery } from '#web/api/search.ts'

/**
 * What is found for the words. Until it is there, what was found for the words before stays; an
 * answer to earlier words that comes late is never shown.
 */
export function useSearchResults(words: string, limit: number) {
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(words, limit),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  return {
    results: words === '' ? undefined : data,
    /** They belong to earlier words. */
    isOutdated: isPlaceholderData,
    isError,
    retry: () => void refetch(),
  }
}
