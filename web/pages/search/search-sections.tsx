import { type ReactNode, useState } from 'react'
import type { Playlist } from '#contract/playlists.ts'
import type { SearchResults } from '#contract/search.ts'
import type { Track } from '#contract/tracks.ts'
import { ArtistTile, PlaylistTile } from '#web/components/tiles.tsx'
import { TrackCard } from '#web/components/track-card.tsx'
import { TrackCardSkeleton } from '#web/components/track-card-skeleton.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { formatTrackCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

/** A few rows of cards, so that artists and playlists stay within reach. */
const initialTracks = 12

const gridClass =
  'grid grid-cols-2 gap-x-3.5 gap-y-6 tablet:grid-cols-3 tablet:gap-x-card desk:grid-cols-[repeat(var(--card-columns,6),minmax(0,1fr))]'

type SearchSectionsProps = { results: SearchResults; artistsFirst: boolean }

export function SearchSections({
  results: { tracks, users, albums, playlists },
  artistsFirst,
}: SearchSectionsProps) {
  return (
    <>
      {artistsFirst && <Artists artists={users} />}
      {tracks.length > 0 && <Tracks key={tracks[0]?.id} tracks={tracks} />}
      {!artistsFirst && users.length > 0 && <Artists artists={users} />}
      <Playlists title="Albums" playlists={albums} />
      <Playlists title="Playlists" playlists={playlists} />
    </>
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

function Tracks({ tracks }: { tracks: Track[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? tracks : tracks.slice(0, initialTracks)
  return (
    <Section title="Tracks">
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
        <Button tone="outline" className="mt-6" onClick={() => setShowsAll(true)}>
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
