import { z } from 'zod'
import { newTrack, type TrackDetail, trackFields } from '#contract/tracks.ts'
import type { TrackUpdate } from '#web/api/track-mutations.ts'
import { chosenPrivacy, withPublishTime } from '#web/lib/publishing.ts'
import { formatTags, tagsField } from '#web/lib/tags.ts'
import { emptyForNull } from '#web/ui/use-draft-form.ts'

/** Forms of a track: the contract's fields and messages, with tags as one text field. */

export const newTrackForm = newTrack.omit({ audioUrl: true, artworkUrl: true }).extend({
  privacy: trackFields.privacy,
  allowDownload: trackFields.allowDownload,
  tags: tagsField,
})
export type NewTrackValues = z.input<typeof newTrackForm>

export const emptyTrackForm = {
  title: '',
  description: '',
  artist: '',
  studio: '',
  genre: '',
  privacy: 'public',
  publishAt: '',
  tags: '',
  spotifyUrl: '',
  appleMusicUrl: '',
  allowDownload: false,
  isrc: '',
  credits: [],
} satisfies NewTrackValues

/** The fields of a track that its owner can edit here. */
export const trackForm = z.object({ ...trackFields, tags: tagsField }).omit({ credits: true })
export type TrackFormValues = z.input<typeof trackForm>

export const toFormValues = (track: TrackDetail): TrackFormValues =>
  emptyForNull(trackForm, {
    ...track,
    privacy: chosenPrivacy(track),
    tags: formatTags(track.tags),
  })

export const toTrackUpdate = (valid: z.output<typeof trackForm>): TrackUpdate =>
  emptyForNull(trackForm, withPublishTime(valid))

/** The fields that all tracks of a bulk upload share. */
export const sharedForm = newTrack.pick({
  artist: true,
  genre: true,
  description: true,
  publishAt: true,
  allowDownload: true,
})
export type SharedValues = z.input<typeof sharedForm>
export const emptySharedForm = {
  artist: '',
  genre: '',
  description: '',
  publishAt: '',
  allowDownload: false,
} satisfies SharedValues
export type SharedFields = z.output<typeof sharedForm>

export function titleError(title: string): string | undefined {
  return trackFields.title.safeParse(title).error?.issues[0]?.message
}
