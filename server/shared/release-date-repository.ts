import { sql } from 'drizzle-orm'
import { firstDayOf } from '#contract/fields.ts'
import { playlists } from '#server/database/schema.ts'

const { releaseDate: day, releasePrecision: precision } = playlists

/**
 * As the contract has it: `2019`, `2019-05` or `2019-05-03`. A version that knows only days may have written another day
 * over a year.
 */
export const releaseDate = sql<string | null>`to_char(${day}, case
  when ${precision} = 'year' and to_char(${day}, 'MM-DD') = '01-01' then 'YYYY'
  when ${precision} = 'month' and to_char(${day}, 'DD') = '01' then 'YYYY-MM'
  else 'YYYY-MM-DD' end)`

const precisions: Record<number, 'year' | 'month'> = { 4: 'year', 7: 'month' }

/** The columns for a date of the contract; none if it does not change. */
export const releaseDateColumns = (date: string | null | undefined) =>
  date === undefined
    ? {}
    : {
        releaseDate: date && firstDayOf(date),
        releasePrecision: precisions[date?.length ?? 0] ?? ('day' as const),
      }
