import { createHash } from 'node:crypto'
import type { ManagedUser, Profile, UserSummary } from '#contract/users.ts'
import type { Counts, UserRow } from './queries.ts'

/** A row of users, as far as it is ever shown. */
export type Person = UserRow
type Pictured = { id: string; profileImageUrl: string | null }

/**
 * Where a person's picture is served, new whenever the picture is; null if they have none.
 * A row may hold the address of a picture at the identity provider. Pages may not load those
 * (content security policy), so they count as none.
 */
export function pictureAddress({ id, profileImageUrl }: Pictured): string | null {
  if (!profileImageUrl?.startsWith('/')) return null
  const version = createHash('sha256').update(profileImageUrl).digest('base64url').slice(0, 8)
  return `/api/users/${id}/avatar?v=${version}`
}

/** What anybody may know of a person, wherever one is named: in a track, a playlist, a result. */
export function presentUser(row: UserSummary): UserSummary {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: pictureAddress(row),
  }
}

/** What a person themselves and the administrator see. */
export function presentManagedUser(row: Person): ManagedUser {
  return {
    ...presentUser(row),
    email: row.email,
    bio: row.bio,
    location: row.location,
    website: row.website,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function presentProfile(row: Person, counts: Counts): Profile {
  const { email, ...open } = presentManagedUser(row)
  return { ...open, ...counts }
}

/** What a person is called where one line has to do. */
export function nameOf({
  displayName,
  firstName,
  lastName,
  username,
}: Pick<UserSummary, 'displayName' | 'firstName' | 'lastName' | 'username'>): string {
  return displayName || [firstName, lastName].filter(Boolean).join(' ') || username
}
