import { draftKeys } from '#web/lib/draft-keys.ts'
import { readDraft } from '#web/ui/draft-persistence.ts'
import type { UnselectedTrack } from './bulk-list.ts'
import { emptyTrackForm, type NewTrackValues, type SharedValues } from './track-form.ts'

/** An uploaded and registered file. */
export type UploadedFile = { path: string; name: string; size: number }
export type UploadMode = 'single' | 'bulk'

/** State of the upload page that survives switching modes and, but for the files, signing in again. */
export type UploadDraft = {
  mode: UploadMode
  values: NewTrackValues
  audio: UploadedFile | null
  artwork: UploadedFile | null
  /** An image was chosen but not uploaded yet. */
  hadUnsentArtwork: boolean
  shared: SharedValues
  /** Tracks of a bulk upload that are not uploaded yet. */
  unsent: readonly UnselectedTrack[]
}

const emptyDraft: UploadDraft = {
  mode: 'single',
  values: emptyTrackForm,
  audio: null,
  artwork: null,
  hadUnsentArtwork: false,
  shared: { artist: '', genre: '', description: '' },
  unsent: [],
}

export function loadUploadDraft(userId: string): { draft: UploadDraft; isRestored: boolean } {
  const draft = readDraft<UploadDraft>(draftKeys.upload(userId))
  return { draft: { ...emptyDraft, ...draft }, isRestored: draft !== null }
}
