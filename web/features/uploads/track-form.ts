import type { z } from 'zod'
import { newTrack, trackFields } from '#contract/tracks.ts'
import { tagsField } from '#web/lib/tags.ts'

/** The forms of the upload screen: the contract's fields and messages, with tags as one line of text. */

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

/** Whether somebody has said something themselves: what a file suggests comes back with the file. */
export function hasUserInput(values: TrackFormValues, suggested: ReadonlySet<string>): boolean {
  const empty: TrackFormValues = emptyTrackForm
  const fields = Object.keys(emptyTrackForm) as (keyof TrackFormValues)[]
  return fields.some((field) => !suggested.has(field) && (values[field] ?? '') !== empty[field])
}

/** What a bulk upload says of all its tracks. */
export const sharedForm = newTrack.pick({ artist: true, genre: true, description: true })
export type SharedValues = z.input<typeof sharedForm>
export type SharedFields = z.output<typeof sharedForm>

/** What is wrong with the title of a track in a bulk upload. */
export function titleError(title: string): string | undefined {
  return trackFields.title.safeParse(title).error?.issues[0]?.message
}
