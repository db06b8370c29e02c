import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useDeferredValue } from 'react'
import type { Discovery } from '#contract/discover.ts'
import { genreLabel } from '#contract/genres.ts'
import { sectionTexts } from '#contract/section-texts.ts'
import { discoverQuery } from '#web/api/tracks.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { paths } from '#web/lib/paths.ts'
import { useDeferredSections } from '#web/lib/use-idle.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { DiscoverSkeleton } from './discover-skeleton.tsx'
import { TrackSection } from './track-section.tsx'
import { WelcomeEmpty } from './welcome-empty.tsx'

// Lazy: below the fold.
const MoreToBrowse = lazyComponent(async () => (await import('./more-to-browse.tsx')).MoreToBrowse)

/** Track sections: the home page of signed-in users, public for everyone. */
export function DiscoverPage() {
  usePageTitle('Discover')
  const { data: latest, isPending, refetch } = useQuery(discoverQuery)
  // Many cards, rendered with low priority: input stays responsive.
  const data = useDeferredValue(latest)
  if (isPending || (latest && !data))
    return (
      <DiscoverLayout busy>
        <DiscoverSkeleton />
      </DiscoverLayout>
    )
  if (!data) return <DiscoverError onRetry={() => void refetch()} />
  if (data.recent.length === 0) return <WelcomeEmpty />
  return (
    <DiscoverLayout>
      <Sections discovery={data} />
    </DiscoverLayout>
  )
}

function DiscoverLayout({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section" aria-busy={busy}>
      <div className="page-width">
        <h1 className="sr-only">Discover</h1>
        {children}
      </div>
    </div>
  )
}

function Sections({ discovery: { curated, recent, trending, genres } }: { discovery: Discovery }) {
  // Cards outside the viewport are rendered later, when the browser is idle.
  const renderedSections = useDeferredSections(4 + genres.length)
  return (
    <>
      <TrackSection
        lead
        {...sectionTexts.curated}
        href={paths.section('curated')}
        tracks={curated}
        rendered={renderedSections < 1 ? firstCards : undefined}
      />
      <TrackSection
        {...sectionTexts.recent}
        href={paths.section('recent')}
        tracks={recent}
        rendered={renderedSections < 2 ? firstCards : undefined}
      />
      {renderedSections >= 3 && (
        <TrackSection
          ranked
          {...sectionTexts.trending}
          href={paths.section('trending')}
          tracks={trending}
          rendered={renderedSections < 4 ? firstCards : undefined}
        />
      )}
      {genres.slice(0, Math.max(renderedSections - 4, 0)).map(({ genre, tracks }) => (
        <TrackSection
          key={genre}
          title={genreLabel(genre)}
          {...sectionTexts.genre}
          href={paths.genre(genre)}
          tracks={tracks}
        />
      ))}
      <Suspense>{renderedSections >= 4 + genres.length && <MoreToBrowse />}</Suspense>
    </>
  )
}

/** The cards of a row that fit on the widest screen, plus one. */
const firstCards = 7

export function DiscoverError({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title="Tracks could not be loaded"
      text="Something went wrong. Please try again."
      onRetry={onRetry}
    />
  )
}
