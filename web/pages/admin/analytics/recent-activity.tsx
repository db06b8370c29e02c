import { Link } from 'wouter'
import type { Analytics } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Panel, Stat } from '#web/ui/panel.tsx'

export function RecentActivity({ analytics }: { analytics: Analytics }) {
  const { latestTrack: latest } = analytics
  return (
    <Panel heading="h3" className="relative p-4.5 tablet:p-6.5" title="Recent Activity">
      <dl className="mt-3 grid tablet:mt-5 tablet:grid-cols-3">
        <Stat name="Total Users">{formatNumber(analytics.totalUsers)}</Stat>
        {latest ? (
          <Stat name="Latest Track" subtitle={`by ${latest.artist}`}>
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
        <Stat name="Average Engagement" subtitle="plays and likes per track">
          {formatNumber(analytics.averageEngagement)}
        </Stat>
      </dl>
    </Panel>
  )
}
