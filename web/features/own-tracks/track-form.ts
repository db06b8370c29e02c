import { z } from 'zod'
import { type Track, trackFields } from '#contract/tracks.ts'
import type { TrackUpdate } from '#web/api/track-mutations.ts'
import { formatTags, tagsField } from '#web/lib/tags.ts'

/** What the owner can change about a track, with the rules and messages of the contract. */
export const trackForm = z.object({
  ...trackFields,
  tags: tagsField,
})

/** As it stands in the form. */
export type TrackText = z.input<typeof trackForm>

export function textOf(track: Track): TrackText {
  return {
    title: track.title,
    description: track.description ?? '',
    artist: track.artist ?? '',
    studio: track.studio ?? '',
    genre: (track.genre ?? '') as TrackText['genre'],
    privacy: track.privacy,
    tags: formatTags(track.tags),
    spotifyUrl: track.spotifyUrl ?? '',
    appleMusicUrl: track.appleMusicUrl ?? '',
  }
}

export function changeOf(valid: z.output<typeof trackForm>): TrackUpdate {
  return {
    ...valid,
    description: valid.description ?? '',
    artist: valid.artist ?? '',
    studio: valid.studio ?? '',
    genre: valid.genre ?? '',
    spotifyUrl: valid.spotifyUrl ?? '',
    appleMusicUrl: valid.appleMusicUrl ?? '',
  }
}
