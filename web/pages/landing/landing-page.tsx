import { Suspense } from 'react'
import type { Page } from '#web/api/page.ts'
import { recentTracksQuery } from '#web/api/tracks.ts'
import { brandName, legalLinks, usePageTitle } from '#web/lib/brand.ts'
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
      <div className="page-width">
        <FeatureBlurbs />
        <Suspense>
          <RecentRow />
        </Suspense>
        <footer className="mt-section flex flex-wrap justify-between gap-6 border-t border-line pt-8 pb-10 text-sm text-faint">
          <span>{brandName()}</span>
          <LegalLinks />
          <span>Share Your Sound</span>
        </footer>
      </div>
    </>
  )
}

/** Of the host, where they are configured. */
function LegalLinks() {
  const { terms, privacy } = legalLinks()
  if (!terms && !privacy) return null
  return (
    <nav aria-label="Legal" className="flex gap-5 [&>a]:hover:text-text">
      {terms && <a href={terms}>Terms</a>}
      {privacy && <a href={privacy}>Privacy</a>}
    </nav>
  )
}
