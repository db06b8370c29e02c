import { useQuery } from '@tanstack/react-query'
import { Globe, Heart, type LucideIcon, Music, Play } from 'lucide-react'
import { Link } from 'wouter'
import type { Analytics } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { storageQuery } from '#web/api/admin.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { Panel, Stat } from '#web/ui/panel.tsx'

export function Totals({ analytics }: { analytics: Analytics }) {
  return (
    <dl className="grid grid-cols-2 gap-3 tablet:gap-5 desk:grid-cols-4">
      <Total name="Total Tracks" value={analytics.totalTracks} icon={Music} />
      <Total name="Total Plays" value={analytics.totalPlays} icon={Play} />
      <Total name="Total Likes" value={analytics.totalLikes} icon={Heart} />
      <Total name="Public Tracks" value={analytics.publicTracks} icon={Globe} />
    </dl>
  )
}

type TotalProps = { name: string; value: number; icon: LucideIcon }

function Total({ name, value, icon: Icon }: TotalProps) {
  return (
    <div className="relative rounded-panel border border-line bg-surface p-4.5 tablet:px-6.5 tablet:py-6">
      <dt className="text-sm font-semibold text-muted">{name}</dt>
      <dd className="mt-3 font-display text-3xl leading-none font-bold tracking-display tabular-nums tablet:mt-4.5 tablet:text-4xl">
        {formatNumber(value)}
      </dd>
      <Icon
        aria-hidden="true"
        className="absolute top-4.5 right-4.5 size-5 text-primary-text tablet:top-6 tablet:right-6.5"
      />
    </div>
  )
}

export function StoragePanel() {
  const { data } = useQuery(storageQuery)
  const show = (bytes: number | undefined) => (bytes === undefined ? '–' : formatBytes(bytes))
  return (
    <Panel heading="h3" className="relative p-4.5 tablet:p-6.5" title="Storage">
      <dl className="mt-3 grid tablet:mt-5 tablet:grid-cols-3">
        <Stat name="Uploaded Audio">{show(data?.originals)}</Stat>
        <Stat name="Streaming Files" subtitle="Opus and AAC">
          {show(data?.renditions)}
        </Stat>
        <Stat name="Total">{show(data && data.originals + data.renditions)}</Stat>
      </dl>
    </Panel>
  )
}

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
