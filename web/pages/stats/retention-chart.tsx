import { barsFromLevels, waveform, wavePath } from '#brand/waveform.ts'
import { ChartTable } from '#web/components/chart-table.tsx'
import { formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/panel.tsx'

/** In a 1000 by 100 view box. */
const retentionPath = (retention: readonly number[]) =>
  retention
    .map((share, index) => `${index === 0 ? 'M' : 'L'}${(index * 1000) / 99} ${98 - share * 96}`)
    .join('')

type RetentionChartProps = {
  trackId: string
  /** Of the track, 0 to 1; null while unknown. */
  levels: readonly number[] | null
  retention: readonly number[] | null
}

/** How many listeners are still there at each point, drawn on the waveform; with a table. */
export function RetentionChart({ trackId, levels, retention }: RetentionChartProps) {
  const bars = levels ? barsFromLevels(levels) : waveform(trackId)
  return (
    <Panel heading="h2" className="relative p-4.5 tablet:p-6.5" title="Retention">
      {retention ? (
        <>
          <p className="mt-1 text-sm text-muted tabular-nums">
            {`${formatPercent(retention[50] ?? 0)} of listeners were still there halfway, ${formatPercent(retention[99] ?? 0)} at the end`}
          </p>
          <svg
            aria-hidden="true"
            viewBox="0 0 1000 100"
            preserveAspectRatio="none"
            className="mt-5 h-40 w-full"
          >
            <path d={wavePath(bars)} strokeWidth={2.5} className="stroke-wave-rest" />
            <path
              d={retentionPath(retention)}
              vectorEffect="non-scaling-stroke"
              strokeWidth={3}
              className="fill-none stroke-primary"
            />
          </svg>
          <p aria-hidden="true" className="mt-2 flex justify-between text-sm text-faint">
            <span>Start</span>
            <span>End</span>
          </p>
          <ChartTable caption="Listeners still there" columns={['Part of the track', 'Listeners']}>
            {retention
              .map((share, index) => ({ share, index }))
              .filter(({ index }) => index % 10 === 0 || index === 99)
              .map(({ share, index }) => (
                <tr key={index}>
                  <th scope="row">{formatPercent(index / 100)}</th>
                  <td>{formatPercent(share)}</td>
                </tr>
              ))}
          </ChartTable>
        </>
      ) : (
        <p className="mt-3 text-muted">Nobody has listened in this period</p>
      )}
    </Panel>
  )
}
