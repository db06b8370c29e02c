import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
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
import { isUnauthorized, type Notice } from '#web/api/query-client.ts'
import { deleteTrack, type TrackUpdate, updateTrack } from '#web/api/track-mutations.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { saveDraft } from '#web/ui/draft-persistence.ts'
import { done, failed, isNotFound } from './messages.ts'

/** Mutations of the admin dashboard, with their toasts. */

export function useUpdateTrack(row: Track, onUpdated: () => void) {
  const { id } = row
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (edit: TrackUpdate) => updateTrack(id, { id, ...edit }),
    meta: { done: done.trackUpdated, onFailure: failed.update('track') },
    onSuccess: (track) => {
      void onManagedTrackUpdated(queryClient, track)
      onUpdated()
    },
    onError: (error, { artworkUrl, ...typed }) => {
      if (isUnauthorized(error)) saveDraft(draftKeys.managedTrack, { row, typed })
    },
  })
}

export function useUpdateUser(row: ManagedUser, onUpdated: () => void) {
  const { id } = row
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: UserUpdate) => updateUser(id, text),
    meta: { done: done.userUpdated, onFailure: failed.update('user') },
    onSuccess: (user) => {
      void onManagedUserUpdated(queryClient, user)
      onUpdated()
    },
    onError: (error, typed) => {
      if (isUnauthorized(error)) saveDraft(draftKeys.managedUser, { row, typed })
    },
  })
}

export function useDeleteTrack({ id }: Track, onGone: () => void) {
  return useDelete({
    mutationFn: () => deleteTrack(id),
    meta: { done: done.trackDeleted, onFailure: failed.delete('track') },
    updateCache: (queryClient) => onManagedTrackDeleted(queryClient, id),
    onGone,
  })
}

export function useDeleteUser({ id }: ManagedUser, onGone: () => void) {
  return useDelete({
    mutationFn: () => deleteUser(id),
    meta: { done: done.userDeleted, onFailure: failed.delete('user') },
    updateCache: (queryClient) => onManagedUserDeleted(queryClient, id),
    onGone,
  })
}

type Deletion = {
  mutationFn: () => Promise<unknown>
  meta: { done: Notice; onFailure: ReturnType<typeof failed.delete> }
  updateCache: (queryClient: QueryClient) => Promise<unknown>
  onGone: () => void
}

/** What was already deleted leaves the list too. */
function useDelete({ mutationFn, meta, updateCache, onGone }: Deletion) {
  const queryClient = useQueryClient()
  function remove() {
    void updateCache(queryClient)
    onGone()
  }
  return useMutation({
    mutationFn,
    meta,
    onSuccess: remove,
    onError: (error) => isNotFound(error) && remove(),
  })
}
