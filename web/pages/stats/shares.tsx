import { formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/panel.tsx'

type SharesProps = { title: string; empty: string; rows: { name: string; plays: number }[] }

/** Plays by name, as a table with bars. */
export function Shares({ title, empty, rows }: SharesProps) {
  const most = Math.max(0, ...rows.map(({ plays }) => plays))
  return (
    <Panel heading="h2" className="p-4.5 tablet:p-6.5" title={title}>
      {most === 0 ? (
        <p className="mt-3 text-muted">{empty}</p>
      ) : (
        <table className="mt-3 w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Plays</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, plays }) => (
              <tr key={name}>
                <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                  {name}
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 100 1"
                    preserveAspectRatio="none"
                    className="mt-1.5 block h-1.5 w-full"
                  >
                    <rect width={100} height={1} className="fill-sunken" />
                    <rect width={(100 * plays) / most} height={1} className="fill-primary" />
                  </svg>
                </th>
                <td className="w-20 py-2 text-right align-top font-semibold tabular-nums">
                  {formatNumber(plays)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
