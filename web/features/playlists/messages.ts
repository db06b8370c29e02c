import { ApiError } from '#web/api/client.ts'
import type { Notice } from '#web/api/query-client.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

/** Toasts about playlists. */

const tryAgain = 'Something went wrong. Please try again.'

export const done = {
  added: {
    title: 'Added to playlist',
    text: 'Track was added to the playlist successfully.',
    tone: 'success',
  },
  created: {
    title: 'Playlist created',
    text: 'New playlist created and track added successfully.',
    tone: 'success',
  },
  createdEmpty: { title: 'Playlist created', tone: 'success' },
  updated: { title: 'Playlist updated', tone: 'success' },
  removed: { title: 'Track removed', tone: 'success' },
  reordered: { title: 'Tracks reordered', tone: 'success' },
  coverUpdated: { title: 'Cover updated', tone: 'success' },
  deleted: { title: 'Playlist deleted', tone: 'success' },
  saved: { title: 'Playlist saved', tone: 'success' },
  unsaved: { title: 'Playlist removed from your library', tone: 'success' },
} satisfies Record<string, ToastText>

export const alreadyIn = ({ title }: { title: string }): ToastText => ({
  title: `Already in "${title}"`,
})

export const failed = {
  add: {
    title: 'Failed to add',
    text: 'Could not add track to playlist. Please try again.',
    tone: 'failure',
  },
  create: {
    title: 'Failed to create',
    text: 'Could not create playlist. Please try again.',
    tone: 'failure',
  },
  update: (error: Error): Notice => ({
    title: 'Failed to update playlist',
    text: serverMessage(error),
    tone: 'failure',
  }),
  remove: { title: 'Failed to remove track', tone: 'failure' },
  reorder: { title: 'Failed to reorder tracks', text: tryAgain, tone: 'failure' },
  cover: {
    title: 'Failed to update cover',
    text: 'Could not update cover. Please try again.',
    tone: 'failure',
  },
  save: { title: 'Failed to save playlist', text: tryAgain, tone: 'failure' },
  delete: (error: Error): Notice => ({
    title: 'Failed to delete playlist',
    text: serverMessage(error),
    tone: 'failure',
  }),
} satisfies Record<string, Notice | ((error: Error) => Notice)>

/** An image that failed validation and was not uploaded. */
export const invalidCover = (problem: string): ToastText => ({ ...failed.cover, text: problem })

export const playing: ToastText = { title: 'Playing playlist', tone: 'success' }
export const nothingToPlay: ToastText = {
  title: 'No tracks to play',
  text: 'This playlist is empty or still loading.',
}

function serverMessage(error: Error): string {
  return (error instanceof ApiError && error.serverMessage) || tryAgain
}
