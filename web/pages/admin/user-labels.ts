import type { ManagedUser } from '#contract/users.ts'
import { formatDate } from '#web/lib/format.ts'

/** Names and dates of users in the admin dashboard. */

type Named = Pick<ManagedUser, 'displayName' | 'firstName' | 'lastName'>

export function managedName({ displayName, firstName, lastName }: Named): string {
  return displayName || [firstName, lastName].filter(Boolean).join(' ') || 'Unnamed User'
}

/** In the dialog that confirms a deletion. */
export function accountName(user: Named & Pick<ManagedUser, 'email'>): string {
  return user.displayName || user.email || managedName(user)
}

export function joinedDate(createdAt: string | null | undefined, locale?: string): string {
  return createdAt && !Number.isNaN(Date.parse(createdAt))
    ? formatDate(createdAt, locale)
    : 'Unknown'
}
