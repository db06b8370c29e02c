import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { browserDevice } from './browser-device.ts'
import { shareLink } from './share-link.ts'

/** In a file of its own, which comes when somebody shares for the first time. */
export function sharePage(title: string, url: string): Promise<ToastText | null> {
  return shareLink({ title, url }, browserDevice())
}
