import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { StatsPeriod } from '#contract/stats.ts'
import type { Page } from '#web/api/page.ts'
import { myStatsQuery } from '#web/api/stats.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { StatsView } from './stats-view.tsx'

export const page: Page = { component: OwnStatsPage }

function OwnStatsPage() {
  usePageTitle('Statistics')
  const [period, setPeriod] = useState<StatsPeriod>('30')
  const stats = useQuery(myStatsQuery(period))
  return (
    <StatsView
      subject={{ title: 'All your tracks', href: paths.ownProfile }}
      period={period}
      onPeriod={setPeriod}
      query={stats}
    />
  )
}
