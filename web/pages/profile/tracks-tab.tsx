import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import type { Profile } from '#contract/users.ts'
import { pinsQuery } from '#web/api/pins.ts'
import { userReleasesQuery } from '#web/api/playlists.ts'
import { userTracksQuery } from '#web/api/users.ts'
import { headOf, ListHead } from '#web/components/list-head.tsx'
import { LoadMore } from '#web/components/load-more.tsx'
import { PagedList, useDeferredPages } from '#web/components/paged-list.tsx'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackRow } from '#web/components/track-row.tsx'
import { WaveformCard } from '#web/components/waveform-card.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { PinnedRow } from './pinned-row.tsx'
import { RowsSkeleton, WaveformCardsSkeleton } from './profile-skeleton.tsx'
import { ReleaseRow } from './release-row.tsx'

type Layout = {
  skeleton: ReactNode
  className: string
  listClass: string
  renderTrack: (track: Track, index: number) => ReactNode
}

const layouts: Record<'recent' | 'popular', Layout> = {
  recent: {
    skeleton: <WaveformCardsSkeleton />,
    className: 'grid gap-4.5',
    listClass: 'grid content-start gap-4.5',
    renderTrack: (track, index) => <WaveformCard track={track} eager={index < 3} />,
  },
  popular: {
    skeleton: <RowsSkeleton />,
    className: '-mx-1 divide-y divide-line tablet:-mx-3.5',
    listClass: 'divide-y divide-line',
    renderTrack: (track, index) => <TrackRow track={track} rank={index + 1} />,
  },
}

type TracksTabProps = { profile: Profile; isOwner: boolean; sort: keyof typeof layouts }

/** All tracks of a user: newest first as cards, or most played and liked first as ranked rows. */
export function TracksTab({ profile, isOwner, sort }: TracksTabProps) {
  const query = useInfiniteQuery(userTracksQuery(profile.id, sort))
  const isAll = sort === 'recent'
  const releases = useQuery({ ...userReleasesQuery(profile.id), enabled: isAll })
  const pins = useQuery({ ...pinsQuery(profile.id), enabled: isAll })
  const { pages, isRendering } = useDeferredPages(query)
  const { skeleton, className, listClass, renderTrack } = layouts[sort]
  // Together, so that the tracks do not move when pins and releases arrive.
  // A menu may load the pins while this tab shows none.
  const isLoadingRows = isAll && (releases.isLoading || pins.isLoading)
  if (query.isPending || isLoadingRows || isRendering) return skeleton
  if (!pages) return <ListError what="Tracks" onRetry={() => void query.refetch()} />
  const rows = isAll && (
    <>
      <PinnedRow userId={profile.id} isOwner={isOwner} pins={pins.data ?? []} />
      <ReleaseRow releases={releases.data ?? []} />
    </>
  )
  if (pages.every(({ items }) => items.length === 0) && !query.hasNextPage)
    return (
      <>
        {rows}
        <TracksEmpty profile={profile} isOwner={isOwner} />
      </>
    )
  return (
    <>
      {rows}
      <ListHead
        {...headOf(query)}
        source={displayName(profile)}
        count={profile.trackCount}
        duration={profile.tracksDuration}
      />
      <div className={className}>
        <PlayableList
          tracks={pages.flatMap(({ items }) => items)}
          source={displayName(profile)}
          next={pages.at(-1)?.next ?? null}
        >
          <PagedList pages={pages} className={listClass}>
            {(track, index) => (
              <li key={track.id} className="min-w-0">
                {renderTrack(track, index)}
              </li>
            )}
          </PagedList>
        </PlayableList>
      </div>
      <LoadMore query={query} />
    </>
  )
}

function TracksEmpty({ profile, isOwner }: Omit<TracksTabProps, 'sort'>) {
  if (!isOwner)
    return (
      <TabEmpty
        title="No tracks yet"
        text={`${displayName(profile)} hasn't uploaded anything yet.`}
      />
    )
  return (
    <TabEmpty title="No tracks yet" text="Your uploads will appear here.">
      <Link href={paths.upload} className={buttonClass('primary')}>
        <Upload aria-hidden="true" />
        Upload
      </Link>
    </TabEmpty>
  )
}
