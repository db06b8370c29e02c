import { Flag } from 'lucide-react'
import { useSession } from '#web/api/auth.ts'
import { signInRequired } from '#web/lib/redirect-to-login.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { Reported } from './report-dialog.tsx'

const loadDialog = async () => (await import('./report-dialog.tsx')).ReportDialog

/** 'Report' in the menu of what this user owns, for everyone else, and its dialog; visitors sign in first. */
export function useReportItem(ownerId: string, reported: Reported) {
  const { user } = useSession()
  const toasts = useToasts()
  const { Component, open, close } = useLazyComponent(loadDialog)
  const { id, ...rest } = reported
  const signIn = () =>
    toasts.show(
      signInRequired('You need to sign in to report.', { reason: 'report', subject: id, ...rest }),
    )
  return {
    item: user !== undefined && user?.id !== ownerId && (
      <MenuItem icon={<Flag />} onSelect={user ? open : signIn}>
        Report
      </MenuItem>
    ),
    dialog: Component && <Component reported={reported} onClose={close} />,
  }
}

/** The same as a button, where there is no menu. */
export function useReportButton(reported: Reported) {
  const { Component, open, close } = useLazyComponent(loadDialog)
  return {
    button: (
      <Button size="small" tone="ghost" aria-label={`Report ${reported.name}`} onClick={open}>
        Report
      </Button>
    ),
    dialog: Component && <Component reported={reported} onClose={close} />,
  }
}
