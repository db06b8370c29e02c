import { Download } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Stats, StatsPeriod } from '#contract/stats.ts'
import { hasStatus } from '#web/api/client.ts'
import { OwnerOnly } from '#web/components/owner-only.tsx'
import { PlaysChart } from '#web/components/plays-chart.tsx'
import { csvFile, csvFileName, downloadCsv } from '#web/lib/csv.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { statsRows } from './csv-rows.ts'
import { Shares } from './shares.tsx'

const periods: Record<StatsPeriod, string> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  all: 'All',
}
const sourceNames: Record<keyof Stats['sources'], string> = {
  site: 'This site',
  embed: 'Embedded players',
  feed: 'Feeds',
  share: 'Private links',
  app: 'Apps',
}

type OwnedItem = ComponentProps<typeof OwnerOnly>['item']

type StatsViewProps = {
  /** What the numbers are about, with the path of its page. */
  subject: { title: string; href: string; item?: OwnedItem } | undefined
  period: StatsPeriod
  onPeriod: (period: StatsPeriod) => void
  query: { data: Stats | undefined; error: Error | null; refetch: () => unknown }
  /** Between the chart of plays and the sources. */
  children?: ReactNode
}

/** The statistics of a track, a playlist or all tracks of a user, in the same layout. */
export function StatsView({ subject, period, onPeriod, query, children }: StatsViewProps) {
  const { data: stats, error, refetch } = query
  if (subject?.item && hasStatus(error, 403))
    return <OwnerOnly what="the statistics of" item={subject.item} href={subject.href} />
  if (error && !stats)
    return (
      <ErrorState
        title="Something went wrong"
        text="We couldn't load the statistics. Please try again."
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className="page-width pb-section">
      <h1 className="pt-7 font-display text-5xl leading-tight font-extrabold tracking-display tablet:pt-12">
        Statistics
      </h1>
      {subject && (
        <p className="mt-2 text-lg text-muted wrap-anywhere">
          <Link href={subject.href} className="hover:text-text hover:underline">
            {subject.title}
          </Link>
        </p>
      )}
      <div className="mt-6 mb-5 flex flex-wrap items-center justify-between gap-4">
        <SegmentedControl label="Period" options={periods} value={period} onChange={onPeriod} />
        <Button
          disabled={!stats}
          onClick={() =>
            stats && downloadCsv(csvFileName('statistics', new Date()), csvFile(statsRows(stats)))
          }
        >
          <Download aria-hidden="true" />
          Export CSV
        </Button>
      </div>
      {stats ? (
        <div className="grid gap-3 tablet:gap-5">
          <Totals stats={stats} period={period} />
          <PlaysChart heading="h2" days={stats.days} />
          {children}
          <div className="grid gap-3 tablet:gap-5 desk:grid-cols-2">
            <Shares
              title="Plays by Source"
              empty="No plays yet"
              rows={Object.entries(stats.sources).map(([name, plays]) => ({
                name: sourceNames[name as keyof Stats['sources']],
                plays,
              }))}
            />
            <Shares
              title="Referring Sites"
              empty="No plays came from other sites"
              rows={stats.referrers.map(({ host, plays }) => ({ name: host, plays }))}
            />
          </div>
          <p className="text-sm text-muted">
            A listener counts once a day. Your own plays are not included. Nothing here says who
            listened.
          </p>
        </div>
      ) : (
        <div role="status" aria-label="Loading statistics" className="grid gap-3 tablet:gap-5">
          <span className="shimmer block h-30 rounded-panel border border-line" />
          <span className="shimmer block h-72 rounded-panel border border-line" />
        </div>
      )}
    </div>
  )
}

function Totals({ stats: { totals, previous }, period }: { stats: Stats; period: StatsPeriod }) {
  const names = {
    plays: 'Plays',
    likes: 'Likes',
    follows: 'Follows',
    saves: 'Saves',
    downloads: 'Downloads',
  }
  const shown = Object.entries(names).flatMap(([key, name]) => {
    const value = totals[key as keyof typeof names]
    return value === undefined ? [] : [{ key: key as keyof typeof names, name, value }]
  })
  return (
    <Panel heading="h2" className="p-4.5 tablet:p-6.5" title="Totals">
      <dl className="mt-3 grid grid-cols-2 gap-x-5 gap-y-4 tablet:grid-cols-4 desk:grid-cols-5">
        {shown.map(({ key, name, value }) => (
          <div key={key}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="mt-1 font-display text-2xl leading-snug font-bold tabular-nums">
              {formatNumber(value)}
              {previous && (
                <span className="block font-sans text-sm leading-6 font-normal text-muted">
                  {`${formatNumber(previous[key] ?? 0)} in the ${period} days before`}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
