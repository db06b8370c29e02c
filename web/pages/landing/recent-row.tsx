import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { TrackCardSkeleton } from '#web/components/track-card-skeleton.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { paths } from '#web/lib/paths.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'

/** The layout of the row: heading, link and list. */
export function RecentRowLayout({
  isStatic,
  children,
}: {
  isStatic?: boolean
  children: ReactNode
}) {
  return (
    <section className="pt-section">
      <SectionHeading title="Most Recent" subtitle="Fresh uploads from our community">
        <BrowseLink className="hidden tablet:block" />
      </SectionHeading>
      <ul className={classNames('card-row scroll-row', isStatic && 'overflow-hidden')}>
        {children}
      </ul>
      <p className="mt-5 tablet:hidden">
        <BrowseLink />
      </p>
    </section>
  )
}

export function RecentRowSkeleton() {
  return (
    <RecentRowLayout isStatic>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
        <li key={key} aria-hidden="true">
          <TrackCardSkeleton />
        </li>
      ))}
    </RecentRowLayout>
  )
}

export function BrowseLink({ className = '' }: { className?: string }) {
  return (
    <Link
      href={paths.discover}
      className={`rounded-art font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2 ${className}`}
    >
      Browse without an account
    </Link>
  )
}
