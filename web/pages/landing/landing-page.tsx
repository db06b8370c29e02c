import { Suspense } from 'react'
import { brandName, usePageTitle } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import { FeatureBlurbs } from './feature-blurbs.tsx'
import { Hero } from './hero.tsx'
import { RecentRowSkeleton } from './recent-row.tsx'

const RecentTracks = lazyComponent(async () => (await import('./recent-tracks.tsx')).RecentTracks)

export function LandingPage() {
  usePageTitle('Share Your Sound')
  // The row is below the fold: loaded when the browser is idle.
  const idle = useIdle()
  return (
    <>
      <Hero />
      <div className="page-width">
        <FeatureBlurbs />
        <Suspense fallback={<RecentRowSkeleton />}>
          {idle ? <RecentTracks /> : <RecentRowSkeleton />}
        </Suspense>
        <footer className="mt-section flex flex-wrap justify-between gap-6 border-t border-line pt-8 pb-10 text-sm text-faint">
          <span>{brandName()}</span>
          <span>Share Your Sound</span>
        </footer>
      </div>
    </>
  )
}
