import type { Track } from '#contract/tracks.ts'
import { readDraft } from '#web/ui/draft-persistence.ts'
import type { TrackText } from './track-form.ts'

/**
 * What was typed into the edit form when its owner had to sign in again, with the track itself:
 * the list that it was chosen from may show it only further down.
 */
export const editDraft = 'track'
export type EditDraft = { track: Track; typed: TrackText }

export function readEditDraft(): EditDraft | null {
  const { track, typed } = readDraft<EditDraft>(editDraft) ?? {}
  return track && typed ? { track, typed } : null
}
