import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { recentTracksQuery } from '#web/api/tracks.ts'
import { TrackCard } from '#web/blocks/track-card.tsx'
import { TrackCardSkeleton } from '#web/blocks/track-card-skeleton.tsx'
import { paths } from '#web/lib/paths.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'

/** What a visitor can hear right away. Not there while there is nothing to hear. */
export function RecentTracks() {
  const { data: tracks, isPending } = useQuery(recentTracksQuery(12))
  if (!isPending && !tracks?.length) return null
  return (
    <section className="pt-section" aria-busy={isPending}>
      <SectionHeading title="Most Recent" subtitle="Fresh uploads from our community">
        <BrowseLink className="hidden tablet:block" />
      </SectionHeading>
      <ul className="card-row scroll-row">
        {tracks
          ? tracks.map((track) => (
              <li key={track.id}>
                <TrackCard track={track} />
              </li>
            ))
          : ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((place) => (
              <li key={place}>
                <TrackCardSkeleton />
              </li>
            ))}
      </ul>
      <p className="mt-5 tablet:hidden">
        <BrowseLink />
      </p>
    </section>
  )
}

function BrowseLink({ className = '' }: { className?: string }) {
  return (
    <Link
      href={paths.discover}
      className={`rounded-art font-semibold text-varnish-text underline decoration-1 underline-offset-4 hover:decoration-2 ${className}`}
    >
      Browse without an account
    </Link>
  )
}
