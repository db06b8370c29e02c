import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#web/api/auth.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { hasSavedLikes } from './saved-likes-key.ts'
import { likeFailure } from './use-like.ts'

/** Sends what was liked without a connection: now, and when it is back. */
export function useSavedLikes(): void {
  const id = useSession().user?.id
  const queryClient = useQueryClient()
  const toasts = useToasts()
  useEffect(() => {
    if (!id) return
    async function send(owner: { id: string }) {
      if (!hasSavedLikes()) return
      const { sendSavedLikes } = await import('./saved-likes.ts')
      await sendSavedLikes({ ...owner, queryClient }, (trackId, error) =>
        toasts.show(likeFailure(error, trackId)),
      )
    }
    const sendNow = () => void send({ id }).catch((error: unknown) => console.warn(error))
    sendNow()
    addEventListener('online', sendNow)
    return () => removeEventListener('online', sendNow)
  }, [id, queryClient, toasts])
}
