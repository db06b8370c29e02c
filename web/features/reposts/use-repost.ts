import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery, useSession } from '#web/api/auth.ts'
import { serverMessage } from '#web/api/client.ts'
import { type RepostItem, repostQuery, setReposted } from '#web/api/reposts.ts'
import { type PendingAction, savePendingAction } from '#web/lib/pending-action.ts'
import { signInRequired } from '#web/lib/redirect-to-login.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'

/** Whether the viewer has reposted it, how many have, and a function that toggles it. `isVisible` if its button stays. */
export function useRepost(item: RepostItem, { isVisible = false } = {}) {
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { user: viewer } = useSession()
  const { data: state } = useQuery(repostQuery(item))
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      // The page may not know the viewer yet.
      const user = await queryClient.ensureQueryData(currentUserQuery)
      if (!user) return signInToRepost(item)
      const { reposted } = await queryClient.fetchQuery(repostQuery(item))
      await setReposted(queryClient, { item, userId: user.id }, !reposted)
      if (isVisible) return null
      return { title: reposted ? 'Repost undone' : 'Reposted', tone: 'success' } as const
    },
    meta: {
      onFailure: (error) => ({ title: 'Failed to repost', text: serverMessage(error) }),
      onSessionExpired: () => !state?.reposted && savePendingAction(actionFor(item)),
    },
    onSuccess: (notice) => notice && toasts.show(notice),
  })
  return {
    ...{ reposted: false, repostCount: null, ...state },
    toggle() {
      if (viewer === null) toasts.show(signInToRepost(item))
      else if (!isPending) mutate()
    },
  }
}

const actionFor = ({ kind, id }: RepostItem): PendingAction => ({
  reason: 'repost',
  subject: id,
  kind,
})

const signInToRepost = (item: RepostItem) =>
  signInRequired('You need to sign in to repost.', actionFor(item))
