import { useQuery } from '@tanstack/react-query'
import { Globe, Heart, type LucideIcon, Music, Play } from 'lucide-react'
import { Link } from 'wouter'
import type { Analytics } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { analyticsQuery } from '#web/api/admin.ts'
import { PlaysChart } from '#web/components/plays-chart.tsx'
import { formatNumber, pluralize } from '#web/lib/format.ts'
import { useAnalyticsExport } from '#web/pages/admin/use-export.ts'
import { ListError } from '#web/ui/list-error.tsx'
import { Panel, Stat } from '#web/ui/panel.tsx'
import { ExportButton, Toolbar } from '../toolbar.tsx'
import { Ranking } from './ranking.tsx'
import { StorageFigures } from './storage-figures.tsx'

export function AnalyticsTab() {
  const { data: analytics, isPending, isFetching, refetch } = useQuery(analyticsQuery)
  const file = useAnalyticsExport(analytics)
  return (
    <>
      <Toolbar title="Analytics Dashboard">
        <ExportButton
          label="Export CSV"
          disabled={!analytics || isFetching}
          isPending={file.isPending}
          onClick={() => file.mutate()}
        />
      </Toolbar>
      {analytics ? (
        <AnalyticsContent analytics={analytics} />
      ) : isPending ? (
        <AnalyticsSkeleton />
      ) : (
        <ListError
          what="The analytics"
          onRetry={() => void refetch()}
          className="grid justify-items-center gap-4 rounded-panel border border-line bg-surface px-5 py-14"
        />
      )}
    </>
  )
}

const maxRanked = 5
type Ranked = Analytics['mostPlayed'][number]
const plays = ({ playCount }: Ranked) => pluralize(playCount, 'play')
const likes = ({ likeCount }: Ranked) => pluralize(likeCount, 'like')
const entryOf = (track: Ranked) => ({
  key: track.id,
  title: track.title,
  href: paths.track(track),
  subtitle: track.artist,
})

function AnalyticsContent({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid gap-3 tablet:gap-5">
      <Totals analytics={analytics} />
      <PlaysChart days={analytics.playsPerDay} />
      <div className="grid gap-3 tablet:gap-5 desk:grid-cols-3">
        <Ranking
          title="Most Played Tracks"
          empty="No plays yet"
          entries={analytics.mostPlayed.slice(0, maxRanked).map((track) => ({
            ...entryOf(track),
            score: track.playCount,
            count: plays(track),
          }))}
        />
        <Ranking
          title="Most Liked Tracks"
          empty="No likes yet"
          entries={analytics.mostLiked.slice(0, maxRanked).map((track) => ({
            ...entryOf(track),
            score: track.likeCount,
            count: likes(track),
          }))}
        />
        <Ranking
          title="Top Engagement"
          empty="No engagement yet"
          entries={analytics.topEngagement.slice(0, maxRanked).map((track) => ({
            ...entryOf(track),
            score: track.playCount + track.likeCount,
            subtitle: `${plays(track)}, ${likes(track)}`,
          }))}
        />
      </div>
      <RecentActivity analytics={analytics} />
      <StorageFigures />
    </div>
  )
}

/** Loading state in the layout of the loaded page. */
function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label="Loading analytics" className="grid gap-3 tablet:gap-5">
      <div className="grid grid-cols-2 gap-3 tablet:gap-5 desk:grid-cols-4">
        {['tracks', 'plays', 'likes', 'public'].map((total) => (
          <span key={total} className={`${block} h-[105.7px] tablet:h-[137.7px]`} />
        ))}
      </div>
      <span className={`${block} h-[297.6px] tablet:h-[313.6px]`} />
      <div className="grid gap-3 tablet:gap-5 desk:grid-cols-3">
        {['played', 'liked', 'engagement'].map((list) => (
          <span key={list} className={`${block} h-[446.6px] tablet:h-[462.6px]`} />
        ))}
      </div>
    </div>
  )
}

const block = 'shimmer block rounded-panel border border-line'

function Totals({ analytics }: { analytics: Analytics }) {
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

function RecentActivity({ analytics }: { analytics: Analytics }) {
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
