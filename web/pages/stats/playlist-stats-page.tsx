import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { StatsPeriod } from '#contract/stats.ts'
import type { Page } from '#web/api/page.ts'
import { playlistQuery } from '#web/api/playlists.ts'
import { playlistStatsQuery } from '#web/api/stats.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { NotFoundState } from '#web/ui/empty-state.tsx'
import { StatsView } from './stats-view.tsx'

export const page: Page = { component: PlaylistStatsPage }

function PlaylistStatsPage() {
  usePageTitle('Statistics')
  const { slug = '' } = useParams()
  const [period, setPeriod] = useState<StatsPeriod>('30')
  const { data: playlist } = useQuery(playlistQuery(slug))
  const stats = useQuery(playlistStatsQuery(playlist?.id, period))
  if (playlist === null)
    return (
      <NotFoundState title="Playlist Not Found" text="It may have been deleted or made private." />
    )
  return (
    <StatsView
      subject={
        playlist && { title: playlist.title, href: paths.playlist(playlist), item: playlist }
      }
      period={period}
      onPeriod={setPeriod}
      query={stats}
    />
  )
}
