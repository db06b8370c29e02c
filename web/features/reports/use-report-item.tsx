import { Flag } from 'lucide-react'
import { useSession } from '#web/api/auth.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { Reported } from './report-dialog.tsx'

const loadDialog = async () => (await import('./report-dialog.tsx')).ReportDialog

/** 'Report' in the menu of what this user owns, for every other signed-in user, and its dialog. */
export function useReportItem(ownerId: string, reported: Reported) {
  const { user } = useSession()
  const { Component, open, close } = useLazyComponent(loadDialog)
  return {
    item: user && user.id !== ownerId && (
      <MenuItem icon={<Flag />} onSelect={open}>
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
