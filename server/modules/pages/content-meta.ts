import type { Track } from '#contract/tracks.ts'

/** What the metadata of a page says about its content. */

export type TrackMeta = { track: Track; artist: string; listed: boolean }
export type PlaylistMeta = {
  id: string
  slug: string
  title: string
  by: string
  description: string | null
  trackCount: number
  listed: boolean
}
export type ProfileMeta = { id: string; name: string; bio: string | null }
