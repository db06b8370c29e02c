import { type SQL, sql } from 'drizzle-orm'
import { accounts, tracks, users } from '#server/database/schema.ts'
import { StartupError } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** The administrator has an account from the first start on, so an empty instance may contain it. */
export type Administrators = { emails: readonly string[]; userIds: readonly string[] }

/** Throws if there is any user besides the administrators, or any track. */
export async function assertEmpty(db: Db, administrators: Administrators): Promise<void> {
  const emails = administrators.emails.map((email) => email.toLowerCase())
  const isListed = sql`coalesce(lower(email), '') = any(${sql.param(emails)}::text[])`
  const isAdministrator = sql`(${isListed} or id::text = any(${sql.param([...administrators.userIds])}::text[]))`
  const { rows } = await db.execute<{ users: number; tracks: number }>(sql`
    select
      greatest(
        (select count(*) from ${users} where not ${isAdministrator}),
        (select count(*) from ${accounts} where not ${isListed})
      )::int as users,
      (select count(*) from ${tracks})::int as tracks`)
  const found = rows[0]
  if (!found || (found.users === 0 && found.tracks === 0)) return
  const inUse = `this instance is in use (${counted(found.users, 'user')} besides the administrator, ${counted(found.tracks, 'track')}), and demo data is only for an empty one.`
  const [account] = found.tracks === 0 && found.users === 1 ? await onlyAccount(db, isListed) : []
  const advice = account
    ? ` If ${account.email} is the administrator, set ADMIN_EMAILS as for the server: here it is ${administrators.emails.join(', ') || 'not set'}.`
    : ''
  throw new StartupError(`${inUse} Nothing was changed.${advice}`)
}

async function onlyAccount(db: Db, isListed: SQL): Promise<{ email: string }[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from ${accounts} where not ${isListed}
    union select email from ${users} where email is not null and not ${isListed}`)
  return rows
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
