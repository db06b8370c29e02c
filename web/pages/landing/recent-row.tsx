import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { recentTracksQuery } from '#web/api/tracks.ts'
import { TrackCardSkeleton } from '#web/components/track-card-skeleton.tsx'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'

const RecentCards = lazyComponent(async () => (await import('./recent-cards.tsx')).RecentCards)

/**
 * Recent tracks that visitors can play. Without tracks, only a link.
 * The row is below the fold: its tracks are loaded when the browser is idle. Heading and links stay
 * mounted meanwhile, so that they keep the focus.
 */
export function RecentRow() {
  const idle = useIdle()
  const { data: tracks, isError } = useQuery({ ...recentTracksQuery(12), enabled: idle })
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
        <Suspense fallback={<SkeletonCards />}>
          {tracks ? <RecentCards tracks={tracks} /> : <SkeletonCards />}
        </Suspense>
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
