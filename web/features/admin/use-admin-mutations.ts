import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import {
  deleteUser,
  onManagedTrackDeleted,
  onManagedTrackUpdated,
  onManagedUserDeleted,
  onManagedUserUpdated,
  type UserUpdate,
  updateUser,
} from '#web/api/admin.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { deleteTrack, type TrackUpdate, updateTrack } from '#web/api/track-mutations.ts'
import { saveDraft } from '#web/ui/draft-persistence.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { trackDraft, userDraft } from './edit-draft.ts'
import { done, failed, isGone } from './messages.ts'

/** What the administrator can do to a track or a person, each with what they are told about it. */

export function useUpdateTrack(row: Track, onUpdated: () => void) {
  const { id } = row
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (edit: TrackUpdate) => updateTrack(id, { id, ...edit }),
    meta: { onFailure: failed.update('track') },
    onSuccess: (track) => {
      void onManagedTrackUpdated(queryClient, track)
      onUpdated()
      toasts.show(done.trackUpdated)
    },
    onError: (error, { artworkUrl, ...typed }) => {
      if (isUnauthorized(error)) saveDraft(trackDraft, { row, typed })
    },
  })
}

export function useDeleteTrack({ id }: Track, onGone: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: () => deleteTrack(id),
    meta: { onFailure: failed.delete('track') },
    onSuccess: () => {
      void onManagedTrackDeleted(queryClient, id)
      onGone()
      toasts.show(done.trackDeleted)
    },
    onError: (error) => {
      if (!isGone(error)) return
      void onManagedTrackDeleted(queryClient, id)
      onGone()
    },
  })
}

export function useUpdateUser(row: ManagedUser, onUpdated: () => void) {
  const { id } = row
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (text: UserUpdate) => updateUser(id, text),
    meta: { onFailure: failed.update('user') },
    onSuccess: (user) => {
      void onManagedUserUpdated(queryClient, user)
      onUpdated()
      toasts.show(done.userUpdated)
    },
    onError: (error, typed) => {
      if (isUnauthorized(error)) saveDraft(userDraft, { row, typed })
    },
  })
}

export function useDeleteUser({ id }: ManagedUser, onGone: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: () => deleteUser(id),
    meta: { onFailure: failed.delete('user') },
    onSuccess: () => {
      void onManagedUserDeleted(queryClient, id)
      onGone()
      toasts.show(done.userDeleted)
    },
    onError: (error) => {
      if (!isGone(error)) return
      void onManagedUserDeleted(queryClient, id)
      onGone()
    },
  })
}
