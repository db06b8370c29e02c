import { z } from 'zod'
import { type Track, trackFields } from '#contract/tracks.ts'
import type { TrackUpdate } from '#web/api/track-mutations.ts'
import { formatTags, tagsField } from '#web/lib/tags.ts'

/** The fields of a track that its owner can edit, validated as the contract does. */
export const trackForm = z.object({
  ...trackFields,
  tags: tagsField,
})

export type TrackFormValues = z.input<typeof trackForm>

export function toFormValues(track: Track): TrackFormValues {
  return {
    title: track.title,
    description: track.description ?? '',
    artist: track.artist ?? '',
    studio: track.studio ?? '',
    genre: (track.genre ?? '') as TrackFormValues['genre'],
    privacy: track.privacy,
    tags: formatTags(track.tags),
    spotifyUrl: track.spotifyUrl ?? '',
    appleMusicUrl: track.appleMusicUrl ?? '',
  }
}

export function toTrackUpdate(valid: z.output<typeof trackForm>): TrackUpdate {
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
