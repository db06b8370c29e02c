import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Analytics } from '#contract/admin.ts'
import { formatNumber } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Panel } from '#web/ui/panel.tsx'

export function RecentActivity({ analytics }: { analytics: Analytics }) {
  const { latestTrack: latest } = analytics
  return (
    <Panel heading="h3" className="relative p-4.5 tablet:p-6.5" title="Recent Activity">
      <dl className="mt-3 grid tablet:mt-5 tablet:grid-cols-3">
        <Stat name="Total Users">{formatNumber(analytics.totalUsers)}</Stat>
        {latest ? (
          <Stat name="Latest Track" under={`by ${latest.artist}`}>
            <Link
              href={paths.track(latest)}
              title={latest.title}
              className="block truncate rounded-art hover:underline"
            >
              {latest.title}
            </Link>
          </Stat>
        ) : (
          <Stat name="Latest Track">No tracks yet</Stat>
        )}
        <Stat name="Average Engagement" under="plays and likes per track">
          {formatNumber(analytics.averageEngagement)}
        </Stat>
      </dl>
    </Panel>
  )
}

type StatProps = { name: string; under?: string; children: ReactNode }

function Stat({ name, under, children }: StatProps) {
  return (
    <div className="min-w-0 border-line py-3.5 not-first:border-t last:pb-0 tablet:py-0 tablet:pr-7 tablet:not-first:border-t-0 tablet:not-first:border-l tablet:not-first:pl-7">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 font-display text-2xl leading-[1.15] font-bold tabular-nums">
        {children}
        {under && (
          <span className="block truncate font-sans text-sm leading-[1.5] font-normal text-muted">
            {under}
          </span>
        )}
      </dd>
    </div>
  )
}
