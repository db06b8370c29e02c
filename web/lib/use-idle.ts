import { startTransition, useEffect, useState } from 'react'

/** True once the page is loaded and the browser is idle. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => onIdle(() => setIdle(true)), [])
  return idle
}

let hasBeenIdle = false

/**
 * How many of a page's deferred sections to render: on the first page they are added one by one,
 * each when the browser is idle; on later pages all are rendered at once.
 */
export function useDeferredSections(count: number): number {
  const [rendered, setRendered] = useState(hasBeenIdle ? count : 0)
  useEffect(() => {
    if (rendered >= count) return
    return onIdle(() => {
      hasBeenIdle = true
      startTransition(() => setRendered(rendered + 1))
    })
  }, [rendered, count])
  return rendered
}

/** Runs the task once the page is loaded and the browser is idle; returns a function that cancels it. */
export function onIdle(task: () => void): () => void {
  let cancelled = false
  const run = () => {
    if (!cancelled) task()
  }
  const schedule = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 5_000 })
    else setTimeout(run, 1_000)
  }
  if (document.readyState === 'complete') schedule()
  else window.addEventListener('load', schedule, { once: true })
  return () => {
    cancelled = true
  }
}
