import type { Stats } from '#contract/stats.ts'
import type { DayRow, Scope } from './repository.ts'

type Parts = {
  kind: Scope['kind']
  /** With the days of the period before. */
  rows: DayRow[]
  /** The first day of the period, and today. */
  from: string
  today: string
  hasPrevious: boolean
  referrers: Stats['referrers']
  /** Listens that ended in each hundredth. */
  buckets: number[]
}

export function presentStats({ kind, rows, from, today, hasPrevious, ...parts }: Parts): Stats {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const current = rows.filter(({ day }) => day >= from)
  const before = rows.filter(({ day }) => day < from)
  const sum = (of: DayRow[], name: Exclude<keyof DayRow, 'day'>) =>
    of.reduce((total, row) => total + row[name], 0)
  const countsOf = (of: DayRow[]) => ({
    plays: sum(of, 'plays'),
    likes: sum(of, 'likes'),
    downloads: sum(of, 'downloads'),
    ...(kind !== 'track' && { saves: sum(of, 'saves') }),
    ...(kind === 'user' && { follows: sum(of, 'follows') }),
  })
  return {
    days: daysBetween(from, today).map((day) => {
      const row = byDay.get(day)
      const listeners = kind !== 'playlist' && { listeners: row?.listeners ?? 0 }
      return { day, ...countsOf(row ? [row] : []), ...listeners }
    }),
    totals: countsOf(current),
    previous: hasPrevious ? countsOf(before) : null,
    sources: {
      site: sum(current, 'site'),
      embed: sum(current, 'embed'),
      feed: sum(current, 'feed'),
      share: sum(current, 'share'),
      app: sum(current, 'app'),
    },
    referrers: parts.referrers,
    retention: toShares(parts.buckets),
  }
}

/** The share of listens that reached each bucket: those that ended in it or later. */
export function toShares(buckets: number[]): number[] | null {
  const total = buckets.reduce((sum, listens) => sum + listens, 0)
  if (total === 0) return null
  let remaining = total
  return buckets.map((listens) => {
    const share = remaining / total
    remaining -= listens
    return Math.round(share * 1000) / 1000
  })
}

const dayMs = 24 * 60 * 60 * 1000

/** The day that is so many days later, or earlier. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}
