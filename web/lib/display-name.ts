import { studioName } from './brand.ts'

/** Names of users and artists as they are shown. */

type NamedUser = {
  displayName: string | null
  firstName: string | null
  lastName: string | null
  username: string
}

export function displayName({ displayName, firstName, lastName, username }: NamedUser): string {
  return displayName || [firstName, lastName].filter(Boolean).join(' ') || username
}

export function artistName(track: { user: { displayName: string | null } }): string {
  return track.user.displayName || studioName()
}

/** Shown in the avatar when there is no image. */
export function avatarInitial({
  displayName,
  firstName,
}: Pick<NamedUser, 'displayName' | 'firstName'>): string {
  return (displayName || firstName || 'U').trim().charAt(0).toUpperCase() || 'U'
}
