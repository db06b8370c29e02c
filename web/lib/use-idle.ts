import { startTransition, useEffect, useState } from 'react'

/** True once the page is loaded and the browser is idle. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => onIdle(() => startTransition(() => setIdle(true))), [])
  return idle
}

const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Runs the task once the page is loaded and the browser is idle; returns a function that cancels it.
 * Several tasks run one by one, each when the browser is idle again: together they would be one long
 * task on slow phones.
 */
export function onIdle(task: () => void): () => void {
  waiting.add(task)
  if (!isScheduled) {
    isScheduled = true
    if (document.readyState === 'complete') scheduleNext()
    else window.addEventListener('load', scheduleNext, { once: true })
  }
  return () => {
    waiting.delete(task)
  }
}

function scheduleNext(): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(runNext, { timeout: 2_000 })
  else setTimeout(runNext, 300)
}

function runNext(): void {
  const [task] = waiting
  isScheduled = task !== undefined
  if (!task) return
  waiting.delete(task)
  scheduleNext()
  task()
}
