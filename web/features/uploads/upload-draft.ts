import { dropDraft, keepDraft, readDraft } from '#web/ui/draft-persistence.ts'
import type { AwaitedTrack } from './bulk-list.ts'
import { emptyTrackForm, type SharedValues, type TrackFormValues } from './track-form.ts'

/** A registered file, as the form shows and sends it. */
export type SentFile = { path: string; name: string; size: number }
export type UploadMode = 'single' | 'bulk'

/** What somebody has on the upload screen: it outlives a change of mode, and mostly a new sign-in. */
export type UploadWork = {
  mode: UploadMode
  values: TrackFormValues
  audio: SentFile | null
  artwork: SentFile | null
  /** There was a picture that was not sent yet. */
  hadUnsentArtwork: boolean
  shared: SharedValues
  /** The tracks of a bulk upload that are not there yet. */
  unsent: readonly AwaitedTrack[]
}

const nothing: UploadWork = {
  mode: 'single',
  values: emptyTrackForm,
  audio: null,
  artwork: null,
  hadUnsentArtwork: false,
  shared: { artist: '', genre: '', description: '' },
  unsent: [],
}

/** Of one person: whoever signs in after them in this tab does not find it. */
const draftName = (userId: string) => `upload of ${userId}`

export function startWork(userId: string): { work: UploadWork; isRestored: boolean } {
  const draft = readDraft<UploadWork>(draftName(userId))
  return { work: { ...nothing, ...draft }, isRestored: draft !== null }
}

export function keepWork(userId: string, work: UploadWork): void {
  keepDraft(draftName(userId), work)
}

export function dropWork(userId: string): void {
  dropDraft(draftName(userId))
}
