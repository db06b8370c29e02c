import { formatNumber, pluralize } from '#web/lib/format.ts'
import { Panel } from '#web/ui/panel.tsx'

type Day = { day: string; plays: number }

/** Days are UTC days on the server, so they are formatted in UTC. */
const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const dayName = ({ day }: Day) => dayFormat.format(new Date(day))

/** A bar chart, with a table for screen readers. */
export function PlaysChart({ days, heading = 'h3' }: { days: Day[]; heading?: 'h2' | 'h3' }) {
  const first = days[0]
  const last = days.at(-1)
  const most = Math.max(0, ...days.map(({ plays }) => plays))
  return (
    <Panel heading={heading} className="relative p-4.5 tablet:p-6.5" title="Plays per Day">
      <p className="mt-1 text-sm text-muted tabular-nums">
        {`Last ${days.length} days, peak ${pluralize(most, 'play')}`}
      </p>
      <div aria-hidden="true">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${chart.width} ${chart.height}`}
          preserveAspectRatio="none"
          className="mt-5 h-40 w-full overflow-visible"
        >
          {chartBars(days).map(({ day, plays, ...bar }) => (
            <g key={day} className="group">
              <title>{`${dayName({ day, plays })}: ${pluralize(plays, 'play')}`}</title>
              <rect
                x={bar.x}
                y={0}
                width={bar.width}
                height={chart.height}
                className="fill-transparent"
              />
              <rect {...bar} rx={2} className="fill-primary group-hover:fill-primary-hi" />
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
      </div>
      {/* Not on the table itself: Firefox shows the caption of a clipped table. */}
      <div className="sr-only">
        <table>
          <caption>Plays per day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Plays</th>
            </tr>
          </thead>
          <tbody>
            {days.map((entry) => (
              <tr key={entry.day}>
                <th scope="row">{dayName(entry)}</th>
                <td>{formatNumber(entry.plays)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** The view box of the chart, stretched to the available width. */
export const chart = { width: 900, height: 160 }

/** The share of a day's width that its bar takes. */
const barShare = 0.72
/** Keeps the bar of a day with few plays visible. */
const minHeight = 3

type Bar = Day & { x: number; y: number; width: number; height: number }

/** Bars scaled to the day with the most plays. */
export function chartBars(days: readonly Day[]): Bar[] {
  const max = Math.max(1, ...days.map(({ plays }) => plays))
  const slot = chart.width / Math.max(1, days.length)
  const width = slot * barShare
  return days.map(({ day, plays }, index) => {
    const height = plays === 0 ? 0 : Math.max(minHeight, (chart.height * plays) / max)
    const x = index * slot + (slot - width) / 2
    return { day, plays, x, y: chart.height - height, width, height }
  })
}
