import { sql } from 'drizzle-orm'
import { StartupError } from '#server/errors.ts'
import { errorChain } from './error-codes.ts'
import type { Db } from './open.ts'

const invalidParameter = '22023'

/**
 * The days of statistics are computed here and in the database: both must know the zone, and mean the same by it.
 * PostgreSQL takes `CET` for an abbreviation without daylight saving.
 */
export async function assertTimeZone(db: Db, name: string): Promise<void> {
  const year = new Date().getUTCFullYear()
  const moments = [0, 3, 6, 9].map((month) => new Date(Date.UTC(year, month, 15, 12)))
  const there = await readTimes(db, name, moments)
  if (!there) throw refused(name, 'does not know')
  const here = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: name, dateStyle: 'short', timeStyle: 'medium' },
  })
  if (moments.some((moment, index) => here.format(moment) !== there[index]))
    throw refused(name, 'reads otherwise')
}

const refused = (name: string, problem: string) =>
  new StartupError(
    `TZ_STATS is ${name}, a time zone that the database ${problem}: use the name of a place, such as Europe/Berlin.`,
  )

/** Undefined if the database does not know the zone. */
async function readTimes(db: Db, name: string, moments: Date[]): Promise<string[] | undefined> {
  const times = sql.param(moments.map((moment) => moment.toISOString()))
  try {
    const { rows } = await db.execute<{ time: string }>(sql`
      select to_char(moment at time zone ${name}, 'YYYY-MM-DD HH24:MI:SS') as time
      from unnest(${times}::timestamptz[]) with ordinality as moments (moment, position) order by position`)
    return rows.map(({ time }) => time)
  } catch (error) {
    if (errorChain(error).some(({ code }) => code === invalidParameter)) return undefined
    throw error
  }
}
