import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { StatsPeriod } from '#contract/stats.ts'
import type { Page } from '#web/api/page.ts'
import { trackStatsQuery } from '#web/api/stats.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { NotFoundState } from '#web/ui/empty-state.tsx'
import { RetentionChart } from './retention-chart.tsx'
import { StatsView } from './stats-view.tsx'

export const page: Page = { component: TrackStatsPage }

function TrackStatsPage() {
  usePageTitle('Statistics')
  const { slug = '' } = useParams()
  const [period, setPeriod] = useState<StatsPeriod>('30')
  const { data: track } = useQuery(trackQuery(slug))
  const stats = useQuery(trackStatsQuery(track?.id, period))
  if (track === null)
    return (
      <NotFoundState title="Track Not Found" text="It may have been deleted or made private." />
    )
  return (
    <StatsView
      subject={track && { title: track.title, href: paths.track(track), item: track }}
      period={period}
      onPeriod={setPeriod}
      query={stats}
    >
      {track && stats.data && (
        <RetentionChart
          trackId={track.id}
          levels={track.waveform ?? null}
          retention={stats.data.retention}
        />
      )}
    </StatsView>
  )
}
