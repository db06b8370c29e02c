import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useDeferredValue } from 'react'
import type { Discovery } from '#contract/discover.ts'
import { genreLabel } from '#contract/genres.ts'
import { paths } from '#contract/paths.ts'
import { sectionTexts } from '#contract/section-texts.ts'
import { useSession } from '#web/api/auth.ts'
import { genresQuery, newPlaylistsQuery } from '#web/api/browse.ts'
import type { Page } from '#web/api/page.ts'
import { discoverQuery } from '#web/api/tracks.ts'
import { AfterUpload } from '#web/components/after-upload.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import { DiscoverSkeleton } from './discover-skeleton.tsx'
import { TrackSection } from './track-section.tsx'
import { WelcomeEmpty } from './welcome-empty.tsx'

// Lazy: below the fold.
const MoreToBrowse = lazyComponent(async () => (await import('./more-to-browse.tsx')).MoreToBrowse)

// Lazy: a failure is rare.
const OfflineHome = lazyComponent(async () => (await import('./offline-home.tsx')).OfflineHome)

const ForYou = lazyComponent(async () => (await import('./for-you.tsx')).ForYou)

export const page: Page = {
  component: DiscoverPage,
  async load({ queryClient }) {
    await Promise.all([
      queryClient.fetchQuery(discoverQuery),
      queryClient.fetchQuery(genresQuery),
      queryClient.fetchQuery(newPlaylistsQuery),
    ])
    return { kind: 'discover' }
  },
}

/** Track sections: the home page of signed-in users, public for everyone. */
export function DiscoverPage() {
  usePageTitle('Discover')
  const { data: latest, isPending, fetchStatus, refetch } = useQuery(discoverQuery)
  // Many cards, rendered with low priority: input stays responsive.
  const data = useDeferredValue(latest)
  if (!latest && (!isPending || fetchStatus === 'paused'))
    return (
      <>
        <Uploaded />
        <Suspense>
          <OfflineHome onRetry={() => void refetch()} />
        </Suspense>
      </>
    )
  if (!data)
    return (
      <DiscoverLayout busy>
        <DiscoverSkeleton />
      </DiscoverLayout>
    )
  if (data.recent.length === 0)
    return (
      <>
        <Uploaded />
        <WelcomeEmpty />
      </>
    )
  return (
    <DiscoverLayout>
      <Sections discovery={data} />
    </DiscoverLayout>
  )
}

function Uploaded() {
  return (
    <div className="page-width">
      <AfterUpload />
    </div>
  )
}

function DiscoverLayout({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section" aria-busy={busy}>
      <div className="page-width">
        <AfterUpload />
        <h1 className="sr-only">Discover</h1>
        {children}
      </div>
    </div>
  )
}

/** Each section is hydrated on its own, so that the browser responds in between. */
function Sections({ discovery }: { discovery: Discovery }) {
  const { curated, recent, trending, genres, releases } = discovery
  const { user } = useSession()
  const isIdle = useIdle()
  return (
    <>
      <TrackSection
        lead
        {...sectionTexts.curated}
        href={paths.section('curated')}
        tracks={curated}
      />
      <TrackSection {...sectionTexts.recent} href={paths.section('recent')} tracks={recent} />
      <Suspense>
        <TrackSection
          ranked
          {...sectionTexts.trending}
          href={paths.section('trending')}
          tracks={trending}
        />
      </Suspense>
      {genres.map(({ genre, tracks }) => (
        <Suspense key={genre}>
          <TrackSection
            title={genreLabel(genre)}
            {...sectionTexts.genre}
            href={paths.genre(genre)}
            tracks={tracks}
          />
        </Suspense>
      ))}
      <Suspense>{user && isIdle && <ForYou />}</Suspense>
      <Suspense>
        <MoreToBrowse releases={releases} />
      </Suspense>
    </>
  )
}
