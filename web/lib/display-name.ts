import { artistLabel } from '#contract/display-name.ts'
import { studioName } from './brand.ts'

export function artistName(track: { user: { displayName: string | null } }): string {
  return artistLabel(track, studioName())
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
