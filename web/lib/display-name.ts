import { studioName } from './brand.ts'

/** The artist label of a track on the pages of the site: always its uploader. */
export function artistName(track: { user: { displayName: string | null } }): string {
  return track.user.displayName || studioName()
}

/** Shown in the avatar when there is no image. */
export function avatarInitial({
  displayName,
  firstName,
}: {
  displayName: string | null
  firstName: string | null
}): string {
  return (displayName || firstName || 'U').trim().charAt(0).toUpperCase() || 'U'
}
