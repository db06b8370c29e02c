import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { BrowseByGenre } from '#web/components/genre-links.tsx'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { noResultsMessage, podcastHint } from '#web/features/search/search-results.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Opened without a query, as from the bottom bar: on narrow screens with a search box of its own. */
export function NoQuery() {
  const box = useRef<HTMLInputElement>(null)
  // Focuses the box: a visitor of the search page is about to type.
  useEffect(() => {
    if (box.current?.checkVisibility()) box.current.focus()
  }, [])
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section">
      <div className="page-width pt-9 tablet:pt-12">
        <h1 className="font-display text-4xl leading-display font-extrabold tracking-display">
          Search
        </h1>
        <p className="mt-2 text-muted tablet:text-lg">Search for artists, tracks or playlists.</p>
        <div className="mt-6 nav:hidden">
          <SearchBox ref={box} inline placeholder="Search for artists, tracks..." />
        </div>
        <BrowseByGenre />
        <div className="mt-8">
          <DiscoverLink />
        </div>
      </div>
    </div>
  )
}

export function NoResults({ query }: { query: string }) {
  return (
    <EmptyState
      variant="empty"
      title={noResultsMessage(query)}
      text={podcastHint(query) ?? 'Check the spelling, or try fewer words.'}
    >
      <DiscoverLink />
    </EmptyState>
  )
}

function DiscoverLink() {
  return (
    <Link href={paths.discover} className={buttonClass('primary', 'large')}>
      Discover tracks
    </Link>
  )
}
