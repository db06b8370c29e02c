import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { mockTracks, openDashboard, signedInAdministrator } from './admin-page.ts'
import { test } from './test.ts'

/** Loading, pagination, search and accessibility of the admin lists. Their size is mocked. */

test.beforeEach(({ page }) => signedInAdministrator(page.request).then(() => undefined))

test('admin lists: they replace their skeletons, are accessible and render only rows near the viewport', async ({
  page,
}) => {
  const requests = await mockTracks(page, (query) => (query === 'Track' ? 100_000 : 5))
  const list = page.getByRole('region', { name: 'Tracks' })
  await test.step('skeletons', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/tracks?*', async (route) => {
      await held.promise
      await route.fallback()
    })
    await openDashboard(page)
    const loading = page.getByRole('status', { name: 'Loading tracks' })
    await expect(loading.locator('[aria-hidden] > div:has(.shimmer)')).toHaveCount(5)
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await page.evaluate(() => {
      window.shift = 0
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as LayoutShift[]) window.shift += value
      }).observe({ type: 'layout-shift' })
    })
    const before = await loading.boundingBox()
    held.resolve()
    await expect(list.getByRole('listitem')).toHaveCount(5)
    expect(await list.boundingBox()).toEqual(before)
    expect(await page.evaluate(() => window.shift)).toBe(0)
  })

  await test.step('100,000 tracks', async () => {
    requests.length = 0
    await page.getByRole('main').getByRole('searchbox').fill('Track')
    await expect(list.getByRole('listitem').nth(10)).toBeVisible()
    expect(requests.map(({ search }) => search)).toEqual(['?limit=100&q=Track'])
    await page.getByRole('heading', { level: 1 }).click()
    const lastRow = async () => {
      await page.keyboard.press('End')
      return Number(await list.getByRole('listitem').last().getAttribute('aria-posinset'))
    }
    await expect.poll(lastRow, { timeout: 40_000 }).toBeGreaterThanOrEqual(300)
    expect(await list.getByRole('listitem').count()).toBeLessThan(80)
    await expect(list.getByRole('listitem').last()).toHaveAttribute('aria-setsize', '-1')
    expect(new Set(requests.map(String)).size).toBe(requests.length)
    // Chromium ignores Home while it is still scrolling to the end, on any page.
    await expect(async () => {
      await page.keyboard.press('Home')
      await expect(list.getByText('Track 0', { exact: true })).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await page.getByRole('main').getByRole('searchbox').fill('')
    await expect(list.getByRole('listitem')).toHaveCount(5)
  })

  await test.step('accessibility', async () => {
    async function expectAccessibleOnBoth() {
      for (const [colorScheme, width] of [
        ['dark', 1440],
        ['light', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 844 })
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    }
    await expectAccessibleOnBoth()
    await page.getByRole('tab', { name: 'Users' }).click()
    await expect(page.getByText('admin@localhost')).toBeVisible()
    await expectAccessibleOnBoth()
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await expect(page.getByText('Total Plays')).toBeVisible()
    await expectAccessibleOnBoth()
  })
})
