import { type ReactNode, Suspense } from 'react'
import type { Playlist } from '#contract/playlists.ts'
import type { SearchResults } from '#contract/search.ts'
import type { Track } from '#contract/tracks.ts'
import { ArtistTile, PlaylistTile } from '#web/components/tiles.tsx'
import { TrackCard } from '#web/components/track-card.tsx'
import { TrackCardSkeleton } from '#web/components/track-card-skeleton.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { findTopResult } from '#web/features/search/search-results.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { Button } from '#web/ui/button.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Tabs, useTabParam } from '#web/ui/tabs.tsx'

// Lazy: the page works without them.
const ListHead = lazyComponent(async () => (await import('#web/components/list-head.tsx')).ListHead)
const TopResult = lazyComponent(async () => (await import('./top-result.tsx')).TopResult)

/** A few rows of cards, so that artists and playlists stay within reach. */
const initialTracks = 12

const gridClass =
  'grid grid-cols-2 gap-x-3.5 gap-y-6 tablet:grid-cols-3 tablet:gap-x-card desk:grid-cols-[repeat(var(--card-columns,6),minmax(0,1fr))]'

const tabs = [
  { name: 'all', title: 'All' },
  { name: 'tracks', title: 'Tracks' },
  { name: 'artists', title: 'Artists' },
  { name: 'albums', title: 'Albums' },
  { name: 'playlists', title: 'Playlists' },
] as const

type SearchSectionsProps = {
  results: SearchResults
  query: string
  /** Whether there may be more than so many. */
  isCut: (count: number) => boolean
}

export function SearchSections({ results, query, isCut }: SearchSectionsProps) {
  const { tracks, users, albums, playlists } = results
  const [tab, select] = useTabParam(tabs, { replace: true })
  const counts = {
    tracks: tracks.length,
    artists: users.length,
    albums: albums.length,
    playlists: playlists.length,
  }
  const counted = tabs
    .filter(({ name }) => name === 'all' || name === tab || counts[name] > 0)
    .map(({ name, title }) => ({
      ...{ name, title },
      ...(name !== 'all' && { count: `${counts[name]}${isCut(counts[name]) ? '+' : ''}` }),
    }))
  const all = tab === 'all'
  const top = all ? findTopResult(results, query) : undefined
  const artistsFirst = top?.kind === 'artist'
  const artists = (all || tab === 'artists') && users.length > 0 && <Artists artists={users} />
  return (
    <div className="mt-5">
      <Tabs label="Results" tabs={counted} selected={tab} onSelect={select}>
        <Suspense fallback={top && <div className="h-38 tablet:h-56" />}>
          {top && <TopResult result={top} />}
        </Suspense>
        {artistsFirst && artists}
        {(all || tab === 'tracks') && tracks.length > 0 && (
          <Tracks tracks={tracks} {...(all && { onShowAll: () => select('tracks') })} />
        )}
        {!artistsFirst && artists}
        {(all || tab === 'albums') && <Playlists title="Albums" playlists={albums} />}
        {(all || tab === 'playlists') && <Playlists title="Playlists" playlists={playlists} />}
        {!all && counts[tab] === 0 && <p className="py-14 text-lg text-muted">Nothing here.</p>}
      </Tabs>
    </div>
  )
}

function Playlists({ title, playlists }: { title: string; playlists: Playlist[] }) {
  if (playlists.length === 0) return null
  return (
    <Section title={title}>
      <ul className={gridClass}>
        {playlists.map((playlist) => (
          <li key={playlist.id} className="min-w-0">
            <PlaylistTile playlist={playlist} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Artists({ artists }: { artists: SearchResults['users'] }) {
  return (
    <Section title="Artists">
      <ul className={gridClass}>
        {artists.map((artist) => (
          <li key={artist.id} className="min-w-0">
            <ArtistTile artist={artist} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** A few of them, with a button for all, or all. */
function Tracks({ tracks, onShowAll }: { tracks: Track[]; onShowAll?: () => void }) {
  const shown = onShowAll ? tracks.slice(0, initialTracks) : tracks
  return (
    <Section title="Tracks">
      <Suspense fallback={<div className="h-16" />}>
        <ListHead compact tracks={tracks} source="search results" />
      </Suspense>
      <PlayableList tracks={tracks} source="search results">
        <ul className={gridClass}>
          {shown.map((track, index) => (
            <li key={track.id} className="min-w-0">
              <TrackCard track={track} eager={index < 6} />
            </li>
          ))}
        </ul>
      </PlayableList>
      {shown.length < tracks.length && (
        <Button tone="outline" className="mt-6" onClick={onShowAll}>
          Show all {formatTrackCount(tracks.length)}
        </Button>
      )}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="pt-8 tablet:pt-10">
      <h2 className="mb-4 font-display text-2xl leading-display font-bold tracking-display tablet:mb-6 tablet:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Loading state of the results. */
export function SearchSkeleton() {
  return (
    <div aria-hidden="true" className="pt-8 tablet:pt-10">
      <TextSkeleton className="mb-4 h-7.25 w-28 tablet:mb-6 tablet:h-9.25" />
      <div className={gridClass}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((index) => (
          <TrackCardSkeleton key={index} />
        ))}
      </div>
    </div>
  )
}
