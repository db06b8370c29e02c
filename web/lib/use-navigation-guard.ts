import { useEffect, useRef, useState } from 'react'
import { useLatest } from './use-latest.ts'

type Guard = {
  /** Whether there is something to lose at this moment. */
  isBusy: () => boolean
  /** How this site opens one of its own pages. */
  open: (path: string) => void
}

/**
 * While it is busy, nobody leaves the page unasked: not by closing it, which the browser asks
 * about, and not by a link or the back button: then there is a `leave` that goes on where they led.
 */
export function useNavigationGuard(guard: Guard) {
  const [asked, setAsked] = useState<{ goOn: () => void } | null>(null)
  const latest = useLatest(guard)
  const isLeaving = useRef(false)
  useEffect(() => {
    const mayLeave = () => isLeaving.current || !latest.current.isBusy()
    const unload = (event: BeforeUnloadEvent) => {
      if (!mayLeave()) event.preventDefault()
    }
    const navigate = (event: NavigateEvent) => {
      const { url, key, sameDocument } = event.destination
      const { pathname, search } = new URL(url)
      if (mayLeave() || !event.cancelable || !sameDocument || pathname === location.pathname) return
      event.preventDefault()
      const isBackOrForward = event.navigationType === 'traverse'
      setAsked({
        goOn: () =>
          isBackOrForward
            ? window.navigation.traverseTo(key)
            : latest.current.open(pathname + search),
      })
    }
    addEventListener('beforeunload', unload)
    // Browsers that do not have it yet ask on closing only.
    window.navigation?.addEventListener('navigate', navigate)
    return () => {
      removeEventListener('beforeunload', unload)
      window.navigation?.removeEventListener('navigate', navigate)
    }
  }, [latest])
  function proceed() {
    isLeaving.current = true
    setAsked(null)
    asked?.goOn()
  }
  return { isBlocked: asked !== null, proceed, cancel: () => setAsked(null) }
}
