import { clearDraft, readDraft, saveDraft } from '#web/ui/draft-persistence.ts'
import type { UnselectedTrack } from './bulk-list.ts'
import { emptyTrackForm, type SharedValues, type TrackFormValues } from './track-form.ts'

/** A registered file, as the form shows and sends it. */
export type UploadedFile = { path: string; name: string; size: number }
export type UploadMode = 'single' | 'bulk'

/** What somebody has on the upload screen: it outlives a change of mode, and mostly a new sign-in. */
export type UploadDraft = {
  mode: UploadMode
  values: TrackFormValues
  audio: UploadedFile | null
  artwork: UploadedFile | null
  /** There was a picture that was not sent yet. */
  hadUnsentArtwork: boolean
  shared: SharedValues
  /** The tracks of a bulk upload that are not there yet. */
  unsent: readonly UnselectedTrack[]
}

const nothing: UploadDraft = {
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

export function loadUploadDraft(userId: string): { draft: UploadDraft; isRestored: boolean } {
  const draft = readDraft<UploadDraft>(draftName(userId))
  return { draft: { ...nothing, ...draft }, isRestored: draft !== null }
}

export function saveUploadDraft(userId: string, work: UploadDraft): void {
  saveDraft(draftName(userId), work)
}

export function clearUploadDraft(userId: string): void {
  clearDraft(draftName(userId))
}
