import { createHash } from 'node:crypto'
import type { CurrentUser } from '#contract/auth.ts'
import { urlFor } from '#contract/client.ts'
import type { UserSummary } from '#contract/fields.ts'
import * as routes from '#contract/routes.ts'
import type { ManagedUser, Profile } from '#contract/users.ts'
import { builtInIssuer } from '#server/modules/accounts/issuer.ts'
import { createAdminPolicy } from '#server/shared/administrators.ts'
import type { Administrators } from '#server/viewer.ts'
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

type Columns = Pick<UserRow, keyof typeof userColumns>
const names = Object.keys(userColumns) as (keyof Columns)[]

/** Rows have more columns than a response may contain. */
function pickColumns(row: Columns): Columns {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Columns
}

/** For the user themselves and the administrator. */
function presentWholeUser(row: Columns) {
  return {
    ...pickColumns(row),
    profileImageUrl: avatarUrl(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
  }
}

export type PresentManagedUser = (row: UserRow) => ManagedUser

/** For administrators. */
export function createManagedUserPresenter(config: {
  administrators: Administrators
  /** Whether users have a password on this site; false with an external provider. */
  hasPasswords: boolean
}): PresentManagedUser {
  const isAdmin = createAdminPolicy(config.administrators)
  return (row) => ({
    ...presentWholeUser(row),
    isAdmin: isAdmin(row),
    hasPassword: config.hasPasswords && row.issuer === builtInIssuer,
  })
}

export function presentCurrentUser(row: Columns, isAdmin: boolean): CurrentUser {
  const { suspendedAt, ...user } = presentWholeUser(row)
  return { ...user, isAdmin }
}

export function presentProfile(row: Columns, counts: ProfileCounts): Profile {
  const { email, suspendedAt, ...profile } = presentWholeUser(row)
  return { ...profile, ...counts }
}
