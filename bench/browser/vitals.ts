import type { Page } from '@playwright/test'

/** What the browser itself noted of a page: paints and long tasks in milliseconds, shifts as they are scored. */
export type Vitals = { lcp: number; tbt: number; cls: number }

/** Before the page is opened. */
export async function observeVitals(page: Page): Promise<void> {
  await page.addInitScript(`
    window.noted = { paints: [], tasks: [], shifts: [], events: [] }
    const watch = (type, list, more) =>
      new PerformanceObserver((found) => noted[list].push(...found.getEntries()))
        .observe({ type, buffered: true, ...more })
    watch('paint', 'paints')
    watch('largest-contentful-paint', 'paints')
    watch('longtask', 'tasks')
    watch('layout-shift', 'shifts')
    watch('event', 'events', { durationThreshold: 16 })
    watch('first-input', 'events')
  `)
}

/** Blocking is what long tasks take beyond 50 ms, from the first paint with something in it until now. */
export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(`(() => {
    const { paints, tasks, shifts } = noted
    const painted = paints.find(({ name }) => name === 'first-contentful-paint').startTime
    const largest = paints.findLast(({ entryType }) => entryType === 'largest-contentful-paint')
    const blocked = tasks.map(({ startTime, duration }) => {
      const begun = Math.max(startTime, painted)
      return Math.max(0, startTime + duration - begun - 50)
    })
    const sum = (values) => values.reduce((all, value) => all + value, 0)
    return {
      lcp: largest.startTime,
      tbt: sum(blocked),
      cls: sum(shifts.filter((shift) => !shift.hadRecentInput).map(({ value }) => value)),
    }
  })()`)
}

/**
 * The longest of the interactions since the last time, from the key or the press to the next paint, in milliseconds as
 * the browser rounds them. What is shorter than a frame it does not note.
 */
export function readInteraction(page: Page): Promise<number> {
  // What was painted is noted a frame later.
  return page.evaluate(`new Promise((done) => {
    const frames = (left) =>
      left === 0
        ? done(Math.max(16, ...noted.events.splice(0).filter((one) => one.interactionId).map(({ duration }) => duration)))
        : requestAnimationFrame(() => frames(left - 1))
    frames(3)
  })`)
}
