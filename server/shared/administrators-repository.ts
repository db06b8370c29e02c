import { and, inArray, or, type SQL } from 'drizzle-orm'
import { users } from '#server/database/schema.ts'
import type { Administrators } from '#server/viewer.ts'

/** `createAdminPolicy` as an SQL condition. Email addresses are stored in lower case. */
export function isAdministrator({ emails, userIds }: Administrators): SQL | undefined {
  const addresses = emails.map((email) => email.toLowerCase())
  return or(
    and(users.emailVerified, inArray(users.email, addresses)),
    inArray(users.id, [...userIds]),
  )
}
