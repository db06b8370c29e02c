import type { Page } from '@playwright/test'

/** Performance entries of a page: paints and long tasks in milliseconds, layout shifts as scores. */
export type Vitals = { lcp: number; tbt: number; cls: number }

/** Call before the page is opened. */
export async function observeVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.vitals = { paints: [], tasks: [], shifts: [], events: [] }
    const watch = (type: string, list: PerformanceEntry[], more = {}) =>
      new PerformanceObserver((found) => list.push(...found.getEntries())).observe({
        type,
        buffered: true,
        ...more,
      })
    const { paints, tasks, shifts, events } = window.vitals
    watch('paint', paints)
    watch('largest-contentful-paint', paints)
    watch('longtask', tasks)
    watch('layout-shift', shifts)
    watch('event', events, { durationThreshold: 16 })
    watch('first-input', events)
  })
}

/** Blocking time is the time of long tasks beyond 50 ms each, from the first contentful paint until now. */
export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => {
    const { paints, tasks, shifts } = window.vitals
    const first = paints.find(({ name }) => name === 'first-contentful-paint')
    const largest = paints.findLast(({ entryType }) => entryType === 'largest-contentful-paint')
    if (!first || !largest) throw new Error('The page has not been painted.')
    const blocked = tasks.map(({ startTime, duration }) => {
      const start = Math.max(startTime, first.startTime)
      return Math.max(0, startTime + duration - start - 50)
    })
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
    return {
      lcp: largest.startTime,
      tbt: sum(blocked),
      cls: sum(shifts.filter((shift) => !shift.hadRecentInput).map(({ value }) => value)),
    }
  })
}

/**
 * The longest interaction since the last call, from the key or pointer event to the next paint, in milliseconds as
 * the browser rounds them. The browser does not report interactions shorter than a frame.
 */
export function readInteraction(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // The browser reports a paint one frame later.
    for (let frame = 0; frame < 3; frame++)
      await new Promise((painted) => requestAnimationFrame(painted))
    const interactions = window.vitals.events.splice(0).filter((event) => event.interactionId)
    return Math.max(16, ...interactions.map(({ duration }) => duration))
  })
}
