import { formatNumber, pluralize } from '#web/lib/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ChartTable } from './chart-table.tsx'

type Day = {
  day: string
  plays: number
  /** Different ones; not of all charts. */
  listeners?: number | undefined
}

/** Days without a time: midnight in UTC. */
const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const dayOfYearFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeZone: 'UTC',
})

/** A bar chart, with a table. Listeners are the stronger part of each bar. */
export function PlaysChart({ days, heading = 'h3' }: { days: Day[]; heading?: 'h2' | 'h3' }) {
  const first = days[0]
  const last = days.at(-1)
  const most = Math.max(0, ...days.map(({ plays }) => plays))
  const withListeners = first?.listeners !== undefined
  const isOneYear = first?.day.slice(0, 4) === last?.day.slice(0, 4)
  const dayName = ({ day }: Day) => (isOneYear ? dayFormat : dayOfYearFormat).format(new Date(day))
  return (
    <Panel heading={heading} className="relative p-4.5 tablet:p-6.5" title="Plays per Day">
      <p className="mt-1 text-sm text-muted tabular-nums">
        {`Last ${formatNumber(days.length)} days, peak ${pluralize(most, 'play')}`}
      </p>
      <div aria-hidden="true">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${chart.width} ${chart.height}`}
          preserveAspectRatio="none"
          className="mt-5 h-40 w-full overflow-visible"
        >
          {chartBars(days).map(({ day, plays, listeners, ...bar }) => (
            <g key={day} className="group">
              <title>
                {[`${dayName({ day, plays })}: ${pluralize(plays, 'play')}`]
                  .concat(listeners === undefined ? [] : pluralize(listeners, 'listener'))
                  .join(', ')}
              </title>
              <rect
                x={bar.x}
                y={0}
                width={bar.width}
                height={chart.height}
                className="fill-transparent"
              />
              <rect
                {...bar}
                rx={2}
                className={
                  withListeners ? 'fill-wave-rest' : 'fill-primary group-hover:fill-primary-hi'
                }
              />
              {withListeners && (
                <rect
                  {...partOf(bar, (listeners ?? 0) / (plays || 1))}
                  rx={2}
                  className="fill-primary group-hover:fill-primary-hi"
                />
              )}
            </g>
          ))}
          <line
            x1={0}
            x2={chart.width}
            y1={chart.height}
            y2={chart.height}
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        </svg>
        <p className="mt-2 flex justify-between text-sm text-faint">
          <span>{first && dayName(first)}</span>
          <span>{last && dayName(last)}</span>
        </p>
        {withListeners && (
          <p className="mt-3 flex gap-5 text-sm text-muted">
            <Legend className="bg-primary">Listeners</Legend>
            <Legend className="bg-wave-rest">Further plays</Legend>
          </p>
        )}
      </div>
      <ChartTable
        caption="Plays per day"
        columns={withListeners ? ['Day', 'Plays', 'Listeners'] : ['Day', 'Plays']}
      >
        {days.map((entry) => (
          <tr key={entry.day}>
            <th scope="row">{dayName(entry)}</th>
            <td>{formatNumber(entry.plays)}</td>
            {withListeners && <td>{formatNumber(entry.listeners ?? 0)}</td>}
          </tr>
        ))}
      </ChartTable>
    </Panel>
  )
}

function Legend({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className={`size-3 rounded-full ${className}`} />
      {children}
    </span>
  )
}

/** The view box of the chart, stretched to the available width. */
export const chart = { width: 900, height: 160 }

/** The share of a day's width that its bar takes. */
const barShare = 0.72
/** Keeps the bar of a day with few plays visible. */
const minHeight = 3

type Bar = Day & { x: number; y: number; width: number; height: number }

/** From the bottom. */
const partOf = <B extends { y: number; height: number }>(bar: B, share: number): B => ({
  ...bar,
  y: bar.y + bar.height * (1 - Math.min(1, share)),
  height: bar.height * Math.min(1, share),
})

/** Bars scaled to the day with the most plays. */
export function chartBars(days: readonly Day[]): Bar[] {
  const max = Math.max(1, ...days.map(({ plays }) => plays))
  const slot = chart.width / Math.max(1, days.length)
  const width = slot * barShare
  return days.map(({ day, plays, listeners }, index) => {
    const height = plays === 0 ? 0 : Math.max(minHeight, (chart.height * plays) / max)
    const x = index * slot + (slot - width) / 2
    return { day, plays, listeners, x, y: chart.height - height, width, height }
  })
}
