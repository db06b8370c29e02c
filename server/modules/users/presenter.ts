import { createHash } from 'node:crypto'
import type { CurrentUser } from '#contract/auth.ts'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { ManagedUser, Profile, UserSummary } from '#contract/users.ts'
import { type UserRow, userColumns } from './columns.ts'
import type { ProfileCounts } from './repository.ts'

/**
 * Includes a version that changes with the image; null if the user has none. A row may hold the URL
 * of an image at the identity provider: the content security policy does not allow those, so they
 * count as none.
 */
export function avatarUrl({
  id,
  profileImageUrl,
}: Pick<UserRow, 'id' | 'profileImageUrl'>): string | null {
  if (!profileImageUrl?.startsWith('/')) return null
  const version = createHash('sha256').update(profileImageUrl).digest('base64url').slice(0, 8)
  return urlFor(routes.getUserAvatar, { params: { id }, query: { v: version } })
}

/** The public fields, wherever a user is named: in a track, a playlist, a search result. */
export function presentUser(row: UserSummary): UserSummary {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: avatarUrl(row),
  }
}

const names = Object.keys(userColumns) as (keyof UserRow)[]

/** The session's row has more columns than a response may contain. */
function pickColumns(row: UserRow): UserRow {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as UserRow
}

/** For the user themselves and the administrator. */
export function presentManagedUser(row: UserRow): ManagedUser {
  return {
    ...pickColumns(row),
    profileImageUrl: avatarUrl(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
  }
}

export function presentCurrentUser(row: UserRow, isAdmin: boolean): CurrentUser {
  const { suspendedAt, ...user } = presentManagedUser(row)
  return { ...user, isAdmin }
}

export function presentProfile(row: UserRow, counts: ProfileCounts): Profile {
  const { email, suspendedAt, ...profile } = presentManagedUser(row)
  return { ...profile, ...counts }
}

/** One name for display, with fallbacks. */
export function displayName(
  user: Pick<UserSummary, 'displayName' | 'firstName' | 'lastName' | 'username'>,
): string {
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return user.displayName || fullName || user.username
}
