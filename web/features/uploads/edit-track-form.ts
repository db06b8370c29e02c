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

const names = Object.keys(trackForm.shape) as (keyof TrackFormValues)[]

/** Every field of the form, with null as empty text. */
function emptyForNull<V>(values: { [Name in keyof TrackFormValues]?: unknown }): V {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as V
}

export const toFormValues = (track: Track): TrackFormValues =>
  emptyForNull({ ...track, tags: formatTags(track.tags) })

export const toTrackUpdate = (valid: z.output<typeof trackForm>): TrackUpdate => emptyForNull(valid)
