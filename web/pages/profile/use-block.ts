import { useMutation, useQueryClient } from '@tanstack/react-query'
import { displayName } from '#contract/display-name.ts'
import * as routes from '#contract/routes.ts'
import type { Profile } from '#contract/users.ts'
import { request } from '#web/api/client.ts'
import { onBlockChanged } from '#web/api/users.ts'

/** Blocks or unblocks the user of a profile. */
export function useBlock(profile: Profile, onDone?: () => void) {
  const queryClient = useQueryClient()
  const { id, isBlocked } = profile
  return useMutation({
    mutationFn: () =>
      request(isBlocked ? routes.unblockUser : routes.blockUser, { params: { id } }),
    meta: {
      done: {
        title: `${displayName(profile)} is ${isBlocked ? 'no longer blocked' : 'blocked'}`,
        tone: 'plain',
      },
      onFailure: { title: isBlocked ? 'Failed to unblock the user' : 'Failed to block the user' },
    },
    onSuccess: async () => {
      await onBlockChanged(queryClient)
      onDone?.()
    },
  })
}
