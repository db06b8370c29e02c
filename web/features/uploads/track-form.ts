import { z } from 'zod'
import { newTrack, trackFields } from '#contract/tracks.ts'

/** The forms of the upload screen: the contract's fields and messages, with tags as one line of text. */

export function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags)].filter((tag) => tag !== '')
}

const tagsText = z.string().transform((text, context) => {
  const { data, error } = trackFields.tags.safeParse(tagsIn(text))
  if (data) return data
  context.addIssue(error.issues[0]?.message ?? 'Tags must be a list of words')
  return z.NEVER
})

export const trackForm = newTrack
  .omit({ audioUrl: true, artworkUrl: true })
  .extend({ privacy: trackFields.privacy, tags: tagsText })
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

/** What a bulk upload says of all its tracks. */
export const sharedForm = newTrack.pick({ artist: true, genre: true, description: true })
export type SharedValues = z.input<typeof sharedForm>
export type SharedFields = z.output<typeof sharedForm>

/** What is wrong with the title of a track in a bulk upload. */
export function titleProblem(title: string): string | undefined {
  return trackFields.title.safeParse(title).error?.issues[0]?.message
}
