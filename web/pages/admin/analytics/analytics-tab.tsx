import { useQuery } from '@tanstack/react-query'
import type { Analytics } from '#contract/admin.ts'
import { analyticsQuery } from '#web/api/admin.ts'
import { pluralize } from '#web/lib/format.ts'
import { useAnalyticsExport } from '#web/pages/admin/use-export.ts'
import { ListError } from '#web/ui/list-error.tsx'
import { ExportButton, Toolbar } from '../toolbar.tsx'
import { PlaysChart } from './plays-chart.tsx'
import { Ranking } from './ranking.tsx'
import { RecentActivity, StoragePanel, Totals } from './totals.tsx'

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

function AnalyticsContent({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid gap-3 tablet:gap-5">
      <Totals analytics={analytics} />
      <PlaysChart days={analytics.playsPerDay} />
      <div className="grid gap-3 tablet:gap-5 desk:grid-cols-3">
        <Ranking
          title="Most Played Tracks"
          empty="No plays yet"
          tracks={analytics.mostPlayed.slice(0, maxRanked)}
          score={({ playCount }) => playCount}
          count={plays}
        />
        <Ranking
          title="Most Liked Tracks"
          empty="No likes yet"
          tracks={analytics.mostLiked.slice(0, maxRanked)}
          score={({ likeCount }) => likeCount}
          count={likes}
        />
        <Ranking
          title="Top Engagement"
          empty="No engagement yet"
          tracks={analytics.topEngagement.slice(0, maxRanked)}
          score={({ playCount, likeCount }) => playCount + likeCount}
          subtitle={(track) => `${plays(track)}, ${likes(track)}`}
        />
      </div>
      <RecentActivity analytics={analytics} />
      <StoragePanel />
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
