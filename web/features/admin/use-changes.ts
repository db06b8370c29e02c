import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import {
  deleteUser,
  managedTrackHasChanged,
  managedTrackIsGone,
  type UserText,
  updateUser,
  userHasChanged,
  userIsGone,
} from '#web/api/admin.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { deleteTrack, updateTrack } from '#web/api/track-changes.ts'
import { keepDraft } from '#web/ui/form-draft.ts'
import { useToasts } from '#web/ui/toast/toast-context.ts'
import { done, failed, isGone } from './messages.ts'

/** What the administrator can do to a track or a person, each with what they are told about it. */

type TrackEdit = Record<'title' | 'artist' | 'genre' | 'description', string> & {
  artworkUrl?: string
}

/** The name under which a form keeps what was typed when its owner had to sign in again. */
export const editDraft = (row: { id: string }) => `administration of ${row.id}`

export function useUpdateTrack({ id }: Track, onUpdated: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (edit: TrackEdit) => updateTrack(id, { id, ...edit }),
    meta: { onFailure: failed.update('track') },
    onSuccess: (track) => {
      void managedTrackHasChanged(queryClient, track)
      onUpdated()
      toasts.show(done.trackUpdated)
    },
    onError: (error, { artworkUrl, ...text }) => {
      if (isUnauthorized(error)) keepDraft(editDraft({ id }), text)
    },
  })
}

export function useDeleteTrack({ id }: Track, onSettled: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: () => deleteTrack(id),
    meta: { onFailure: failed.delete('track') },
    onSuccess: () => {
      void managedTrackIsGone(queryClient, id)
      toasts.show(done.trackDeleted)
    },
    onError: (error) => isGone(error) && managedTrackIsGone(queryClient, id),
    onSettled,
  })
}

export function useUpdateUser({ id }: ManagedUser, onUpdated: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (text: UserText) => updateUser(id, text),
    meta: { onFailure: failed.update('user') },
    onSuccess: (user) => {
      void userHasChanged(queryClient, user)
      onUpdated()
      toasts.show(done.userUpdated)
    },
    onError: (error, text) => {
      if (isUnauthorized(error)) keepDraft(editDraft({ id }), text)
    },
  })
}

export function useDeleteUser({ id }: ManagedUser, onSettled: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: () => deleteUser(id),
    meta: { onFailure: failed.delete('user') },
    onSuccess: () => {
      void userIsGone(queryClient, id)
      toasts.show(done.userDeleted)
    },
    onError: (error) => isGone(error) && userIsGone(queryClient, id),
    onSettled,
  })
}
