import type { Page } from '@playwright/test'

/** Returns the cumulative layout shift. The script is a string because the tests compile without DOM types. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) =>
      resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)),
    ).observe({ type: 'layout-shift', buffered: true })
    // Without a shift the observer never fires.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
  })`)
