import type { Genre } from '#contract/genres.ts'
import type { Brief } from '../synth/composition/score.ts'
import type { StyleName } from '../synth/render.ts'

export type DemoTrack = Omit<Brief, 'seed'> & {
  title: string
  description: string
  genre: Genre
  tags: readonly string[]
  style: StyleName
  hoursAgo: number
  plays: number
  likes: number
  /** A file in ../artwork, without its ending. Without one the site draws a placeholder. */
  artwork?: string
  studio?: string
  privacy?: 'unlisted' | 'private'
  spotifyUrl?: string
  appleMusicUrl?: string
}

export type DemoArtist = {
  username: string
  displayName: string
  firstName?: string
  lastName?: string
  bio: string
  location: string
  website?: string
  /** A file in ../artwork, without its ending. */
  portrait?: string
  joinedDaysAgo: number
  tracks: readonly DemoTrack[]
}

export type DemoPlaylist = {
  owner: string
  title: string
  description?: string
  cover?: string
  daysAgo: number
  /** Titles, in order. */
  tracks: readonly string[]
}
