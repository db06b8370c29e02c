import type { Notice } from '#web/api/query-client.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

/** What the owner of a track is told. */

export const done = {
  updated: { title: 'Track updated!', tone: 'success' },
  deleted: { title: 'Track deleted!', tone: 'success' },
  artworkChanged: { title: 'Artwork updated!', tone: 'success' },
} satisfies Record<string, ToastText>

const error = (text: string) => ({ title: 'Error', text, tone: 'failure' }) as const

export const failed = {
  update: error('Failed to update track. Please try again.'),
  delete: error('Failed to delete track. Please try again.'),
  artwork: error('Failed to update artwork. Please try again.'),
} satisfies Record<string, Notice>

/** A picture that was not even sent. */
export const invalidArtwork = (problem: string): ToastText => error(problem)
