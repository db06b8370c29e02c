import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { welcomeCookie } from '#contract/limits.ts'
import { useSession } from '#web/api/auth.ts'
import { rejectionOf } from '#web/api/inline-errors.ts'
import { brandName } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { takePendingAction } from '#web/lib/pending-action.ts'
import { takeNotice } from '#web/lib/pending-notice.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import type { Opened } from './pending-actions.ts'

const AddToPlaylistDialog = lazyComponent(
  async () =>
    (await import('#web/features/playlists/add-to-playlist-dialog.tsx')).AddToPlaylistDialog,
)
const ReportDialog = lazyComponent(
  async () => (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
)

/** After signing in: does what the visitor wanted, once, if it is still possible, and tells new users their username. */
export function PerformPendingAction() {
  const { user } = useSession()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
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
      .then(({ performAction }) => performAction(action, { queryClient, userId }))
      .then((result) => {
        if ('title' in result) return void toasts.show({ ...(text && { text }), ...result })
        setOpened(result)
        welcome()
      })
      .catch((error) => toasts.show({ ...failed, text: rejectionOf(error) ?? failed.text }))
  }, [userId, username, queryClient, toasts])
  if (!opened || !user) return null
  const onClose = () => setOpened(null)
  return (
    <Suspense>
      {'track' in opened ? (
        <AddToPlaylistDialog track={opened.track} userId={user.id} onClose={onClose} />
      ) : (
        <ReportDialog
          reported={{ ...opened.report, id: opened.report.subject }}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
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
