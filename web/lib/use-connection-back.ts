import { useEffect } from 'react'
import { healthPath } from '#contract/paths.ts'
import { useLatest } from './use-latest.ts'

/** Milliseconds between two checks: the browser notices a lost network, but not a server that is down. */
const checkEvery = 3_000

/** Calls it once when the connection is back, while something is missing for lack of one. */
export function useConnectionBack(onBack: () => void, isMissing = true): void {
  const latest = useLatest(onBack)
  useEffect(() => {
    if (!isMissing) return
    let wasLost = !navigator.onLine
    async function check() {
      const isReachable = navigator.onLine && (await isServerReachable())
      if (isReachable && wasLost) latest.current()
      wasLost = !isReachable
    }
    const timer = setInterval(check, checkEvery)
    addEventListener('online', check)
    void check()
    return () => {
      clearInterval(timer)
      removeEventListener('online', check)
    }
  }, [isMissing, latest])
}

/** Whether a page load would succeed: without a network it would lose the page and its playback. */
export function isServerReachable(): Promise<boolean> {
  return fetch(healthPath, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
