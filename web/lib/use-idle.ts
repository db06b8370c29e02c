import { startTransition, useEffect, useState } from 'react'

/** False at first; true once the page is loaded and the browser has nothing better to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => onIdle(() => setIdle(true)), [])
  return idle
}

let hasBeenIdle = false

/**
 * How many of a page's later parts may be drawn: with the very first page they come one by one, each
 * when the browser has nothing better to do; on later pages all are there at once.
 */
export function useDeferredSections(parts: number): number {
  const [drawn, setDrawn] = useState(hasBeenIdle ? parts : 0)
  useEffect(() => {
    if (drawn >= parts) return
    return onIdle(() => {
      hasBeenIdle = true
      startTransition(() => setDrawn(drawn + 1))
    })
  }, [drawn, parts])
  return drawn
}

export function onIdle(task: () => void): () => void {
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
