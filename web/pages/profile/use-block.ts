import { useMutation, useQueryClient } from '@tanstack/react-query'
import { displayName } from '#contract/display-name.ts'
import * as routes from '#contract/routes.ts'
import type { Profile } from '#contract/users.ts'
import { request } from '#web/api/client.ts'
import { onBlockChanged } from '#web/api/users.ts'

const changes = {
  block: { route: routes.blockUser, title: 'is blocked', failed: 'Failed to block the user' },
  unblock: {
    route: routes.unblockUser,
    title: 'is no longer blocked',
    failed: 'Failed to unblock the user',
  },
} as const

/** Blocks or unblocks the user of a profile. */
export function useBlock(change: keyof typeof changes, profile: Profile, onDone?: () => void) {
  const queryClient = useQueryClient()
  const { id } = profile
  const { route, title, failed } = changes[change]
  return useMutation({
    mutationFn: () => request(route, { params: { id } }),
    meta: {
      done: { title: `${displayName(profile)} ${title}`, tone: 'plain' },
      onFailure: { title: failed },
    },
    onSuccess: async () => {
      await onBlockChanged(queryClient)
      onDone?.()
    },
  })
}
