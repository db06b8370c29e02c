import type { Stats } from '#contract/stats.ts'
import type { CsvRow } from '#web/lib/csv.ts'

const names = {
  plays: 'Plays',
  listeners: 'Listeners',
  likes: 'Likes',
  follows: 'Follows',
  saves: 'Saves',
  downloads: 'Downloads',
} as const

/** Each day first, then sources, referring sites and retention, separated by empty rows. */
export function statsRows({ days, sources, referrers, retention }: Stats): CsvRow[] {
  const shown = (Object.keys(names) as (keyof typeof names)[]).filter(
    (key) => days[0]?.[key] !== undefined,
  )
  return [
    ['Day', ...shown.map((key) => names[key])],
    ...days.map((day) => [day.day, ...shown.map((key) => day[key] ?? null)]),
    [],
    ['Source', 'Plays'],
    ...Object.entries(sources),
    [],
    ['Referring Site', 'Plays'],
    ...referrers.map(({ host, plays }) => [host, plays]),
    ...(retention
      ? [
          [],
          ['Percent of the Track', 'Share of Listens'],
          ...retention.map((share, i) => [i, share]),
        ]
      : []),
  ]
}
