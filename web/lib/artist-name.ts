import { studioName } from './brand.ts'

/** Who a track is by, as people read it. */
export function artistName(track: { user: { displayName: string | null } }): string {
  return track.user.displayName || studioName()
}
