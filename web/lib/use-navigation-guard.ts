import { useEffect, useRef, useState } from 'react'
import { isRedirectingToLogin } from './redirect-to-login.ts'
import { useLatest } from './use-latest.ts'

type NavigationGuard = {
  /** Whether leaving now would lose something. */
  isBusy: () => boolean
  /** Client-side navigation. */
  open: (path: string) => void
}

/**
 * Blocks navigation while busy. The browser asks before it closes the page; for links and the back
 * button `isBlocked` becomes true, and `proceed` continues to where they led.
 */
export function useNavigationGuard(guard: NavigationGuard) {
  const [blocked, setBlocked] = useState<{ resume: () => void } | null>(null)
  const latest = useLatest(guard)
  const isProceeding = useRef(false)
  useEffect(() => {
    const mayLeave = () =>
      isProceeding.current || isRedirectingToLogin() || !latest.current.isBusy()
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!mayLeave()) event.preventDefault()
    }
    const onNavigate = (event: NavigateEvent) => {
      const { url, key, sameDocument } = event.destination
      const { pathname, search } = new URL(url)
      if (mayLeave() || !event.cancelable || !sameDocument || pathname === location.pathname) return
      event.preventDefault()
      const isBackOrForward = event.navigationType === 'traverse'
      setBlocked({
        resume: () =>
          isBackOrForward
            ? window.navigation.traverseTo(key)
            : latest.current.open(pathname + search),
      })
    }
    addEventListener('beforeunload', onBeforeUnload)
    // Browsers without the Navigation API are guarded against closing the page only.
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => {
      removeEventListener('beforeunload', onBeforeUnload)
      window.navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [latest])
  function proceed() {
    isProceeding.current = true
    setBlocked(null)
    blocked?.resume()
  }
  return { isBlocked: blocked !== null, proceed, cancel: () => setBlocked(null) }
}
