import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { welcomeCookie } from '#contract/limits.ts'
import { useSession } from '#web/api/auth.ts'
import { rejectionOf } from '#web/api/inline-errors.ts'
import { brandName } from '#web/lib/brand.ts'
import { takePendingAction } from '#web/lib/pending-action.ts'
import { takeNotice } from '#web/lib/pending-notice.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

/** After signing in: does what the visitor wanted, once, if it is still possible, and tells new users their username. */
export function PerformPendingAction() {
  const { user } = useSession()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const openDialog = useOpenDialog()
  useEffect(() => {
    const notice = takeNotice()
    if (notice) toasts.show({ ...notice, tone: 'success' })
  }, [toasts])
  const userId = user?.id
  const username = user?.username
  useEffect(() => {
    if (!userId) return
    const action = takePendingAction(({ reason }) => reason !== 'comment')
    const text = takeWelcome() ? `Your username is ${username}.` : undefined
    const welcome = () =>
      text && toasts.show({ title: `Welcome to ${brandName()}`, text, tone: 'success' })
    if (!action) return void welcome()
    // Lazy: hardly any visit begins with it.
    import('./pending-actions.ts')
      .then(({ performAction }) => performAction(action, { queryClient, userId, openDialog }))
      .then((notice) => {
        if (notice) toasts.show({ ...(text && { text }), ...notice })
        else welcome()
      })
      .catch((error) => toasts.show({ ...failed, text: rejectionOf(error) ?? failed.text }))
  }, [userId, username, queryClient, toasts, openDialog])
  return null
}

/** Whether the user is new, once. */
function takeWelcome(): boolean {
  if (!document.cookie.split('; ').includes(`${welcomeCookie}=1`)) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
  document.cookie = `${welcomeCookie}=; Path=/; Max-Age=0`
  return true
}

const failed = {
  title: 'Error',
  text: 'Something went wrong. Please try again.',
  tone: 'failure',
} as const
