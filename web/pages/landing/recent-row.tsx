import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { recentTracksQuery } from '#web/api/tracks.ts'
import { TrackCard } from '#web/components/track-card.tsx'
import { TrackCardSkeleton } from '#web/components/track-card-skeleton.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'

/** Recent tracks that visitors can play. Without tracks, only a link. */
export function RecentRow() {
  const { data: tracks, isError } = useQuery(recentTracksQuery)
  if (isError || tracks?.length === 0)
    return (
      <p className="pt-section">
        <BrowseLink />
      </p>
    )
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

function BrowseLink({ className = '' }: { className?: string }) {
  return (
    <Link
      href={paths.discover}
      className={`rounded-art font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2 ${className}`}
    >
      Browse without an account
    </Link>
  )
}
