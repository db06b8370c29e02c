import { sql } from 'drizzle-orm'
import { accounts, tracks, users } from '#server/database/schema.ts'
import { CannotStart } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Who may already be there: the administrator has an account from the first start on. */
export type Administrators = { emails: readonly string[]; userIds: readonly string[] }

/** Throws one sentence if anybody but the administrator is here, or if anything has been published. */
export async function requireEmpty(db: Db, administrators: Administrators): Promise<void> {
  const emails = administrators.emails.map((email) => email.toLowerCase())
  const isListed = sql`coalesce(lower(email), '') = any(${sql.param(emails)}::text[])`
  const isAdministrator = sql`(${isListed} or id::text = any(${sql.param([...administrators.userIds])}::text[]))`
  const { rows } = await db.execute<{ people: number; tracks: number }>(sql`
    select
      greatest(
        (select count(*) from ${users} where not ${isAdministrator}),
        (select count(*) from ${accounts} where not ${isListed})
      )::int as people,
      (select count(*) from ${tracks})::int as tracks`)
  const found = rows[0]
  if (!found || (found.people === 0 && found.tracks === 0)) return
  throw new CannotStart(
    `this instance is in use (${counted(found.people, 'person', 'people')} besides the administrator, ${counted(found.tracks, 'track', 'tracks')}), and demo data is only for an empty one. Nothing was changed.`,
  )
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
