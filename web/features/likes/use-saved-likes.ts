import { useEffect } from 'react'
import { useSession } from '#web/api/auth.ts'
import { hasSavedLikes } from './saved-likes-key.ts'

/** Sends what was liked without a connection: now, and when it is back. */
export function useSavedLikes(): void {
  const userId = useSession().user?.id
  useEffect(() => {
    if (!userId) return
    async function send(owner: string) {
      if (!hasSavedLikes()) return
      const { sendSavedLikes } = await import('./saved-likes.ts')
      await sendSavedLikes(owner)
    }
    const sendNow = () => void send(userId).catch((error: unknown) => console.warn(error))
    sendNow()
    addEventListener('online', sendNow)
    return () => removeEventListener('online', sendNow)
  }, [userId])
}
