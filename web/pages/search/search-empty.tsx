import { Link } from 'wouter'
import { noResultsMessage } from '#web/features/search/search-results.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'

export function NoQuery() {
  return (
    <EmptyState
      variant="empty"
      title="Search"
      text="Search for artists, tracks and playlists in the box at the top of the page."
    >
      <DiscoverLink />
    </EmptyState>
  )
}

export function NoResults({ query }: { query: string }) {
  return (
    <EmptyState
      variant="empty"
      title={noResultsMessage(query)}
      text="Check the spelling, or try fewer words."
    >
      <DiscoverLink />
    </EmptyState>
  )
}

export function SearchFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title="Search is unavailable"
      text="Search failed. Please try again."
      onRetry={onRetry}
    />
  )
}

function DiscoverLink() {
  return (
    <Link href={paths.discover} className={buttonClass('primary', 'large')}>
      Discover tracks
    </Link>
  )
}
