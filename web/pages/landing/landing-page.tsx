import { Suspense } from 'react'
import type { Page } from '#web/api/page.ts'
import { recentTracksQuery } from '#web/api/tracks.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { FeatureBlurbs } from './feature-blurbs.tsx'
import { Hero } from './hero.tsx'

/** Lazy, so that what is above the fold works first. */
const RecentRow = lazyComponent(async () => (await import('./recent-row.tsx')).RecentRow)

export const page: Page = {
  component: LandingPage,
  async load({ queryClient }) {
    await queryClient.fetchQuery(recentTracksQuery)
    return { kind: 'landing' }
  },
}

export function LandingPage() {
  usePageTitle('Share Your Sound')
  return (
    <>
      <Hero />
      <div className="page-width pb-section">
        <FeatureBlurbs />
        <Suspense>
          <RecentRow />
        </Suspense>
      </div>
    </>
  )
}
