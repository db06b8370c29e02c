import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as routes from '#contract/routes.ts'
import { useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { refetchComments } from '#web/api/comments.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import {
  type PendingAction,
  savePendingAction,
  takePendingAction,
} from '#web/lib/pending-action.ts'
import { signInRequired } from '#web/lib/redirect-to-login.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { clearDraft, isOwnDraft, readDraft, saveDraft } from '#web/ui/draft-persistence.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'

type Draft = { text: string; moment: number | null; withMoment: boolean }

const nothing: Draft = { text: '', moment: null, withMoment: true }

type Options = {
  trackId: string
  /** Of the comment that this replies to. */
  parentId?: string
  onPosted: () => void
}

/**
 * A comment while it is written. Every change is saved in the tab, because many ways lead to the sign-in page; the one
 * through `post` leads back to what is posted then.
 */
export function useComment({ trackId, parentId, onPosted }: Options) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { user, status } = useSession()
  const key = parentId ? draftKeys.reply(parentId) : draftKeys.comment(trackId)
  const [draft, change] = useDraft(key, user?.id)
  const action: PendingAction = { reason: 'comment', subject: trackId, parentId }
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ text, moment, withMoment }: Draft) =>
      request(routes.createComment, {
        params: { id: trackId },
        body: { text, position: withMoment ? moment : null, parentId },
      }),
    meta: { ...inlineErrors, onSessionExpired: () => savePendingAction(action) },
    onSuccess: async () => {
      change(nothing)
      await refetchComments(queryClient, trackId)
      onPosted()
    },
  })
  const latest = useLatest(draft)
  const isSignedIn = Boolean(user)
  useEffect(() => {
    const performs = (action: PendingAction) =>
      action.reason === 'comment' && action.subject === trackId && action.parentId === parentId
    if (!isSignedIn || !takePendingAction(performs)) return
    if (latest.current.text.trim() !== '') mutate(latest.current)
  }, [isSignedIn, trackId, parentId, mutate, latest])
  function post() {
    if (status === 'signed-out')
      toasts.show(signInRequired('You need to sign in to comment on tracks.', action))
    else if (draft.text.trim() !== '' && !isPending) mutate(draft)
  }
  return {
    draft,
    change,
    discard: () => change(nothing),
    post,
    isPending,
    error: rejectionOf(error),
  }
}

/** Read before it is known who is signed in. What a visitor has typed becomes that of the user who signs in. */
function useDraft(key: string, userId: string | undefined) {
  const [saved, setSaved] = useState(() => ({ ...nothing, ...readDraft<Draft>(key) }))
  const draft = isOwnDraft(saved, userId) ? saved : nothing
  useEffect(() => {
    if (!userId || saved.userId !== undefined || saved.text === '') return
    const adopted = { ...saved, userId }
    setSaved(adopted)
    saveDraft(key, adopted)
  }, [key, saved, userId])
  function change(changes: Partial<Draft>) {
    const changed = { ...draft, ...changes, ...(userId && { userId }) }
    setSaved(changed)
    if (changed.text === '') clearDraft(key)
    else saveDraft(key, changed)
  }
  return [draft, change] as const
}
