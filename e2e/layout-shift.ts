import type { Page } from '@playwright/test'

/** How much of what was visible has moved. In the browser's words: the tests' own know no browser. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) =>
      resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)),
    ).observe({ type: 'layout-shift', buffered: true })
    // Nothing moved, nothing to observe.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
  })`)
