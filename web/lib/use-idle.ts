import { startTransition, useEffect, useState } from 'react'

/** False at first; true once the page is loaded and the browser has nothing better to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}

let hasBeenIdle = false

/** The same for what need not be drawn with the very first page; on later ones it is there at once. */
export function useFirstIdle(): boolean {
  const [idle, setIdle] = useState(hasBeenIdle)
  useEffect(() => {
    if (idle) return
    return whenIdle(() => {
      hasBeenIdle = true
      startTransition(() => setIdle(true))
    })
  }, [idle])
  return idle
}

export function whenIdle(task: () => void): () => void {
  let cancelled = false
  const run = () => {
    if (!cancelled) task()
  }
  const wait = () => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 5_000 })
    else setTimeout(run, 1_000)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    cancelled = true
  }
}
