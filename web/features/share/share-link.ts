import type { Privacy } from '#contract/fields.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

export type ShareDevice = {
  /** Opens the share sheet; null where there is none. */
  openSheet: ((shared: Shared) => Promise<void>) | null
  copy: (link: string) => Promise<void>
}

export type Shared = { title: string; url: string }
export type SharedKind = 'track' | 'playlist'
export type SharedItem = { id: string; slug: string; title: string; privacy: Privacy }

const maxShownLength = 50
const manualCopyMs = 10_000

type ShareOptions = { copyOnly?: boolean; device?: ShareDevice }

/** Shares a track or playlist. For a private one the toast adds who can open the link. */
export async function shareItem(
  kind: SharedKind,
  { title, url, privacy }: Shared & { privacy: Privacy },
  { copyOnly = false, device = browserDevice() }: ShareOptions = {},
): Promise<ToastText | null> {
  const toast = await shareLink({ title, url }, copyOnly ? { ...device, openSheet: null } : device)
  if (privacy !== 'private') return toast
  const note = `Only you can open this link while the ${kind} is private.`
  if (!toast) return { title: `This ${kind} is private`, text: note }
  return { ...toast, text: `${toast.text}\n${note}` }
}

/**
 * Opens the share sheet or copies the link. Returns the toast to show; null when the share sheet
 * was used, which gives its own feedback.
 */
export async function shareLink(
  shared: Shared,
  device: ShareDevice = browserDevice(),
): Promise<ToastText | null> {
  try {
    if (device.openSheet) {
      await device.openSheet(shared)
      return null
    }
    await device.copy(shared.url)
    return { title: 'Link copied!', text: shared.url.slice(0, maxShownLength), tone: 'success' }
  } catch (error) {
    if (device.openSheet && isCanceled(error)) return null
    return { title: 'Copy this link', text: shared.url, duration: manualCopyMs }
  }
}

/** The share sheet was closed without choosing a target. */
function isCanceled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> &
  Partial<Pick<Navigator, 'share' | 'clipboard'>>

/** Uses the share sheet on mobile only: on desktops users expect the link to be copied. */
export function browserDevice(browser: Browser = navigator): ShareDevice {
  const { share } = browser
  return {
    openSheet: share && isMobile(browser) ? (shared) => share.call(browser, shared) : null,
    async copy(link) {
      // Undefined in insecure contexts.
      if (!browser.clipboard) throw new Error('The Clipboard API is not available.')
      await browser.clipboard.writeText(link)
    },
  }
}

export function isMobile({ userAgent, maxTouchPoints }: Browser): boolean {
  if (/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)) return true
  // iPads identify as Macs, which have no touch screen.
  return userAgent.includes('Macintosh') && maxTouchPoints > 1
}
