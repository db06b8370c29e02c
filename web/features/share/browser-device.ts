import type { ShareDevice } from './share-link.ts'

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> &
  Partial<Pick<Navigator, 'share' | 'clipboard'>>

/** What this browser offers. Desktops have share sheets too, but there people expect a copied link. */
export function browserDevice(browser: Browser = navigator): ShareDevice {
  const { share } = browser
  return {
    openSheet: share && isMobile(browser) ? (shared) => share.call(browser, shared) : null,
    async copy(link) {
      // Absent where the site is not served over https.
      if (!browser.clipboard) throw new Error('This browser has no clipboard for us.')
      await browser.clipboard.writeText(link)
    },
  }
}

export function isMobile({ userAgent, maxTouchPoints }: Browser): boolean {
  if (/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)) return true
  // An iPad says that it is a Mac; a Mac has no touch screen.
  return userAgent.includes('Macintosh') && maxTouchPoints > 1
}
