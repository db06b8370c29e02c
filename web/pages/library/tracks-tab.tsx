import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import type { ListPage } from '#web/api/client.ts'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackList, type TrackListQuery, TrackListSkeleton } from '#web/components/track-list.tsx'
import { usePlayer } from '#web/features/player/use-player.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TabBar } from './library-nav.tsx'
import { ListState } from './list-state.tsx'

type TracksTabProps = {
  query: TrackListQuery
  source: string
  /** What the list has, for the error. */
  what: string
  /** Loads the first page of the list, a long one. */
  load: () => Promise<ListPage<Track>>
  /** Whether an empty list is the result of a search. */
  isSearch?: boolean
  /** Beside 'Play all'. */
  aside?: ReactNode
  empty: ReactNode
}

/** A list of tracks that can be played as a whole. */
export function TracksTab({ query, source, what, load, isSearch, aside, empty }: TracksTabProps) {
  const tracks = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div aria-busy={query.isPending || query.isPlaceholderData}>
      {(tracks.length > 0 || isSearch || query.isPending) && (
        <TabBar>
          <PlayAll tracks={tracks} hasMore={query.hasNextPage} load={load} source={source} />
          {aside}
        </TabBar>
      )}
      <ListState query={query} what={what} skeleton={<TrackListSkeleton />} empty={empty}>
        <TrackList query={query} source={source} withGenre />
      </ListState>
    </div>
  )
}

/** Leads to where tracks and artists are found. */
export function NothingYet({ title, text }: { title: string; text: string }) {
  return (
    <TabEmpty title={title} text={text}>
      <Link href={paths.discover} className={buttonClass('primary')}>
        Discover music
      </Link>
    </TabEmpty>
  )
}

type PlayAllProps = {
  /** Those that are loaded. */
  tracks: Track[]
  /** Whether there are more. */
  hasMore: boolean
  /** Loads the first page of the list, a long one. */
  load: () => Promise<ListPage<Track>>
  source: string
}

const failure = {
  title: 'Failed to play',
  text: 'The tracks could not be loaded. Please try again.',
}

/** Plays the list from its beginning, also what is not loaded yet. */
function PlayAll({ tracks, hasMore, load, source }: PlayAllProps) {
  const player = usePlayer()
  const play = useMutation({
    mutationFn: async () => {
      if (!hasMore) return player.playQueue(tracks, 0, source)
      const { items, next } = await load()
      player.playQueue(items, 0, source, next)
    },
    meta: { onFailure: failure },
  })
  return (
    <Button
      tone="primary"
      disabled={tracks.length === 0}
      isPending={play.isPending}
      onClick={() => play.mutate()}
      className="[&>svg]:fill-current"
    >
      <Play aria-hidden="true" />
      Play all
    </Button>
  )
}
