import { useQuery } from '@tanstack/react-query'
import { recentTracksQuery } from '#web/api/tracks.ts'
import { TrackCard } from '#web/components/track-card.tsx'
import { TrackCardSkeleton } from '#web/components/track-card-skeleton.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { BrowseLink } from './browse-link.tsx'

/** Recent tracks that visitors can play, if there are any. */
export function RecentRow() {
  const { data: tracks, isError } = useQuery(recentTracksQuery)
  if (isError || tracks?.length === 0) return null
  return (
    <section className="pt-section">
      <SectionHeading title="Most Recent" subtitle="Fresh uploads from our community">
        <BrowseLink className="hidden tablet:block" />
      </SectionHeading>
      <ul className="card-row scroll-row has-[li[aria-hidden]]:overflow-hidden">
        <PlayableList tracks={tracks ?? []} source="Most Recent">
          {tracks ? (
            tracks.map((track) => (
              <li key={track.id}>
                <TrackCard track={track} />
              </li>
            ))
          ) : (
            <SkeletonCards />
          )}
        </PlayableList>
      </ul>
      <p className="mt-5 tablet:hidden">
        <BrowseLink />
      </p>
    </section>
  )
}

function SkeletonCards() {
  return ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
    <li key={key} aria-hidden="true">
      <TrackCardSkeleton />
    </li>
  ))
}
