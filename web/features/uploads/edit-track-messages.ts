import type { Notice } from '#web/api/query-client.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

/** Toasts about a user's own tracks. */

export const done = {
  updated: { title: 'Track updated!', tone: 'success' },
  deleted: { title: 'Track deleted!', tone: 'success' },
  artworkUpdated: { title: 'Artwork updated!', tone: 'success' },
} satisfies Record<string, ToastText>

const error = (text: string) => ({ title: 'Error', text, tone: 'failure' }) as const

export const failed = {
  update: error('Failed to update track. Please try again.'),
  delete: error('Failed to delete track. Please try again.'),
  artwork: error('Failed to update artwork. Please try again.'),
} satisfies Record<string, Notice>

/** An image that failed validation and was not uploaded. */
export const invalidArtwork = (problem: string): ToastText => error(problem)
