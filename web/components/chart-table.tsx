import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

type ChartTableProps = { caption: string; columns: readonly string[]; children: ReactNode }

/** The numbers behind a chart: always there for screen readers, and for everyone by a button. Its children are rows. */
export function ChartTable({ caption, columns, children }: ChartTableProps) {
  const [isShown, setShown] = useState(false)
  const label = isShown ? 'Hide table' : 'Show table'
  return (
    <>
      <Button
        size="small"
        tone="outline"
        aria-label={`${label}: ${caption}`}
        className="mt-4"
        onClick={() => setShown(!isShown)}
      >
        {label}
      </Button>
      {/* Not on the table itself: Firefox shows the caption of a clipped table. */}
      <div
        {...(isShown && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
        className={
          isShown ? 'mt-4 max-h-96 overflow-auto rounded-control border border-line' : 'sr-only'
        }
      >
        <table className="w-full tabular-nums [&_td]:px-4 [&_td]:py-2 [&_td]:text-right [&_th]:px-4 [&_th]:py-2 [&_th]:font-normal [&_th:first-child]:text-left [&_th:not(:first-child)]:text-right [&_tr]:border-b [&_tr]:border-line">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-raised text-sm">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </>
  )
}
