import type { ToastText } from '#web/ui/toast/toast-store.ts'

/** What a device offers for passing a link on. */
export type ShareDevice = {
  /** The share sheet, on mobile browsers that have one. */
  openSheet: ((shared: Shared) => Promise<void>) | null
  copy: (link: string) => Promise<void>
}

export type Shared = { title: string; url: string }

const longestShown = 50
const timeToCopyByHand = 10_000

/**
 * Hands a link to the share sheet or to the clipboard. Answers what the person is told; nothing
 * when the sheet has done it, for they saw that.
 */
export async function shareLink(shared: Shared, device: ShareDevice): Promise<ToastText | null> {
  try {
    if (device.openSheet) {
      await device.openSheet(shared)
      return null
    }
    await device.copy(shared.url)
    return { title: 'Link copied!', text: shared.url.slice(0, longestShown), tone: 'success' }
  } catch (error) {
    if (device.openSheet && isChangeOfMind(error)) return null
    return { title: 'Copy this link', text: shared.url, duration: timeToCopyByHand }
  }
}

/** The sheet was closed without choosing anything. */
function isChangeOfMind(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
