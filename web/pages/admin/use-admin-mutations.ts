import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import {
  onManagedTrackDeleted,
  onManagedTrackUpdated,
  onManagedUserDeleted,
  onManagedUserUpdated,
  type UserUpdate,
} from '#web/api/admin.ts'
import { hasStatus, request, serverMessage } from '#web/api/client.ts'
import type { TrackUpdate } from '#web/api/track-mutations.ts'

/** Mutations of the admin dashboard, with their toasts. */

const failed = (verb: 'Update' | 'Delete', noun: string) => (error: Error) => ({
  title: `${verb} failed`,
  text: serverMessage(error) ?? `Failed to ${verb.toLowerCase()} ${noun}. Please try again.`,
})

export const useUpdateTrack = (
  { id }: Track,
  onSessionExpired: () => void,
  onUpdated: () => void,
) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (edit: TrackUpdate) =>
      request(routes.updateTrack, { params: { id }, body: { id, ...edit } }),
    meta: {
      done: { title: 'Track updated!' },
      onFailure: failed('Update', 'track'),
      onSessionExpired,
    },
    onSuccess: (track) => {
      void onManagedTrackUpdated(queryClient, track)
      onUpdated()
    },
  })
}

export function useUpdateUser(
  { id }: ManagedUser,
  onSessionExpired: () => void,
  onUpdated: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: UserUpdate) =>
      request(routes.updateUserAsAdmin, { params: { id }, body: { id, ...text } }),
    meta: {
      done: { title: 'User updated' },
      onFailure: failed('Update', 'user'),
      onSessionExpired,
    },
    onSuccess: (user) => {
      void onManagedUserUpdated(queryClient, user)
      onUpdated()
    },
  })
}

export const useDeleteTrack = ({ id }: Track, onGone: () => void) =>
  useDelete(() => request(routes.deleteTrack, { params: { id } }), {
    noun: 'track',
    done: 'Track deleted!',
    updateCache: (queryClient) => onManagedTrackDeleted(queryClient, id),
    onGone,
  })

export const useDeleteUser = ({ id }: ManagedUser, onGone: () => void) =>
  useDelete(() => request(routes.deleteUserAsAdmin, { params: { id } }), {
    noun: 'user',
    done: 'User deleted',
    updateCache: (queryClient) => onManagedUserDeleted(queryClient, id),
    onGone,
  })

type Deletion = {
  noun: string
  done: string
  updateCache: (queryClient: QueryClient) => Promise<unknown>
  onGone: () => void
}

/** What was already deleted leaves the list too. */
function useDelete(mutationFn: () => Promise<unknown>, { noun, done, ...row }: Deletion) {
  const queryClient = useQueryClient()
  function remove() {
    void row.updateCache(queryClient)
    row.onGone()
  }
  return useMutation({
    mutationFn,
    meta: { done: { title: done }, onFailure: failed('Delete', noun) },
    onSuccess: remove,
    onError: (error) => hasStatus(error, 404) && remove(),
  })
}
