import { Flag } from 'lucide-react'
import { useSession } from '#web/api/auth.ts'
import { signInRequired } from '#web/lib/redirect-to-login.ts'
import { Button } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import type { Reported } from './report-dialog.tsx'

export const loadReportDialog = async () => (await import('./report-dialog.tsx')).ReportDialog

/** 'Report' in the menu of what this user owns, for everyone else; visitors sign in first. */
export function useReportItem(ownerId: string, reported: Reported) {
  const { user } = useSession()
  const toasts = useToasts()
  const openDialog = useOpenDialog()
  if (user === undefined || user?.id === ownerId) return null
  const { id, ...rest } = reported
  const signIn = () =>
    toasts.show(
      signInRequired('You need to sign in to report.', { reason: 'report', subject: id, ...rest }),
    )
  return (
    <MenuItem
      icon={<Flag />}
      onSelect={user ? () => openDialog(loadReportDialog, { reported }) : signIn}
    >
      Report
    </MenuItem>
  )
}

/** The same as a button, where there is no menu. */
export function ReportButton({ reported }: { reported: Reported }) {
  const openDialog = useOpenDialog()
  return (
    <Button
      size="small"
      tone="ghost"
      aria-label={`Report ${reported.name}`}
      onClick={() => openDialog(loadReportDialog, { reported })}
    >
      Report
    </Button>
  )
}
