import type { z } from 'zod'
import { newTrack, trackFields } from '#contract/tracks.ts'
import { tagsField } from '#web/lib/tags.ts'

/** Forms of the upload page: the contract's fields and messages, with tags as one text field. */

export const trackForm = newTrack
  .omit({ audioUrl: true, artworkUrl: true })
  .extend({ privacy: trackFields.privacy, tags: tagsField })
export type TrackFormValues = z.input<typeof trackForm>

export const emptyTrackForm = {
  title: '',
  description: '',
  artist: '',
  studio: '',
  genre: '',
  privacy: 'public',
  tags: '',
} satisfies TrackFormValues

/** Whether the user has typed anything; suggested values do not count, the file brings them back. */
export function hasUserInput(values: TrackFormValues, suggested: ReadonlySet<string>): boolean {
  const empty: TrackFormValues = emptyTrackForm
  const fields = Object.keys(emptyTrackForm) as (keyof TrackFormValues)[]
  return fields.some((field) => !suggested.has(field) && (values[field] ?? '') !== empty[field])
}

/** The fields that all tracks of a bulk upload share. */
export const sharedForm = newTrack.pick({ artist: true, genre: true, description: true })
export type SharedValues = z.input<typeof sharedForm>
export type SharedFields = z.output<typeof sharedForm>

export function titleError(title: string): string | undefined {
  return trackFields.title.safeParse(title).error?.issues[0]?.message
}
