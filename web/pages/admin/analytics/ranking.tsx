import { Link } from 'wouter'
import { Panel } from '#web/ui/panel.tsx'

type RankingProps = {
  title: string
  /** Shown when the list is empty. */
  empty: string
  /** Without numbers: in the order of time. */
  isUnranked?: boolean
  entries: {
    key: string
    title: string
    href?: string
    subtitle?: string
    /** The length of its bar, compared with the other entries. */
    score: number
    /** Shown on the right of a row. */
    count?: string
  }[]
}

/** A list with bars, numbered unless it is a series. */
export function Ranking({ title, empty, isUnranked = false, entries }: RankingProps) {
  const most = Math.max(1, ...entries.map(({ score }) => score))
  return (
    <Panel heading="h3" className="relative p-4.5 tablet:p-6.5" title={title}>
      {entries.length > 0 ? (
        <ol className="mt-5 grid gap-4.5">
          {entries.map((entry, index) => (
            <li
              key={entry.key}
              className="grid grid-cols-[22px_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1"
            >
              {!isUnranked && (
                <span className="font-display text-lg leading-none font-bold text-faint">
                  {index + 1}
                </span>
              )}
              <span className={isUnranked ? 'col-span-2 min-w-0' : 'min-w-0'}>
                {entry.href ? (
                  <Link
                    href={entry.href}
                    title={entry.title}
                    className="block truncate rounded-art font-semibold hover:underline"
                  >
                    {entry.title}
                  </Link>
                ) : (
                  <span className="block truncate font-semibold">{entry.title}</span>
                )}
                {entry.subtitle && (
                  <span className="block truncate text-sm text-muted tabular-nums">
                    {entry.subtitle}
                  </span>
                )}
              </span>
              <span className="text-right text-sm text-muted tabular-nums">{entry.count}</span>
              <span
                aria-hidden="true"
                className={`${isUnranked ? 'col-span-3' : 'col-span-2 col-start-2'} mt-1 h-1 rounded-full bg-raised`}
              >
                <span
                  style={{ width: `${(100 * entry.score) / most}%` }}
                  className="block h-full rounded-full bg-linear-to-r from-wave-to to-wave-from"
                />
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="mt-5 text-muted">{empty}</p>
      )}
    </Panel>
  )
}
