import { and, inArray, or, type SQL } from 'drizzle-orm'
import { users } from '#server/database/schema.ts'
import type { Administrators } from '#server/viewer.ts'

/** Who is an administrator. An email address counts only if the identity provider has verified it. */
export function createAdminPolicy({ emails, userIds }: Administrators) {
  const adminEmails = new Set(emails.map((email) => email.toLowerCase()))
  const adminIds = new Set(userIds)
  return ({
    id,
    email,
    emailVerified,
  }: Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailVerified'>): boolean =>
    adminIds.has(id) || (emailVerified && email !== null && adminEmails.has(email.toLowerCase()))
}

/** `createAdminPolicy` as an SQL condition. Email addresses are stored in lower case. */
export function isAdministrator({ emails, userIds }: Administrators): SQL | undefined {
  const addresses = emails.map((email) => email.toLowerCase())
  return or(
    and(users.emailVerified, inArray(users.email, addresses)),
    inArray(users.id, [...userIds]),
  )
}
