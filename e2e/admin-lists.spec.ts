import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { mockTracks, openDashboard, signedInAdministrator } from './admin-page.ts'

/** Loading, pagination, search and accessibility of the admin lists. Their size is mocked. */

test.beforeEach(({ page }) => signedInAdministrator(page.request).then(() => undefined))

test('admin lists: five skeleton rows are replaced by the list without a layout shift', async ({
  page,
}) => {
  await mockTracks(page, 5)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/tracks?*', async (route) => {
    await held.promise
    await route.fallback()
  })
  await openDashboard(page)
  const loading = page.getByRole('status', { name: 'Loading tracks' })
  await expect(loading.locator('[aria-hidden] > div:has(.shimmer)')).toHaveCount(5)
  await page.evaluate('document.fonts.ready')
  await page.evaluate(`
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value
    }).observe({ type: 'layout-shift' })`)
  const before = await loading.boundingBox()
  held.resolve()
  const list = page.getByRole('region', { name: 'Tracks' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  expect(await list.boundingBox()).toEqual(before)
  expect(await page.evaluate('window.shift')).toBe(0)
})

test('admin lists: with 100,000 tracks only rows near the viewport are requested and rendered', async ({
  page,
}) => {
  const requests = await mockTracks(page, 100_000)
  await openDashboard(page)
  const list = page.getByRole('region', { name: 'Tracks' })
  await expect(list.getByText('Track 0', { exact: true })).toBeVisible()
  expect(requests.map(({ search }) => search)).toEqual(['?limit=100'])
  await page.getByRole('heading', { level: 1 }).click()
  const lastRow = async () => {
    await page.keyboard.press('End')
    return Number(await list.getByRole('listitem').last().getAttribute('aria-posinset'))
  }
  await expect.poll(lastRow, { timeout: 40_000 }).toBeGreaterThanOrEqual(500)
  expect(await list.getByRole('listitem').count()).toBeLessThan(80)
  await expect(list.getByRole('listitem').last()).toHaveAttribute('aria-setsize', '-1')
  expect(new Set(requests.map(String)).size).toBe(requests.length)
  // Chromium ignores Home while it is still scrolling to the end, on any page.
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(list.getByText('Track 0', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
})

test('admin lists: a failed next page is reported and can be retried', async ({ page }) => {
  await mockTracks(page, 150)
  await openDashboard(page)
  await expect(page.getByText('Track 0', { exact: true })).toBeVisible()
  await page.route('**/api/tracks?*cursor=*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('End')
  await expect(page.getByText('More rows could not be loaded.')).toBeVisible()
  await page.unroute('**/api/tracks?*cursor=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  // The end of the list moves down when the new rows arrive.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByText('Track 149', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
})

test('admin lists: the results match the latest query even if responses arrive late', async ({
  page,
}) => {
  await mockTracks(page, 3)
  const held = Promise.withResolvers<void>()
  const queries: string[] = []
  await page.route('**/api/tracks?*q=*', async (route) => {
    const query = new URL(route.request().url()).searchParams.get('q') ?? ''
    queries.push(query)
    if (query === 'slow') await held.promise
    await route.fallback()
  })
  await openDashboard(page)
  await expect(page.getByText('Track 0', { exact: true })).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search tracks or users...' })
  await box.pressSequentially('slow')
  await expect.poll(() => queries).toEqual(['slow'])
  await expect(page.getByRole('region', { name: 'Tracks' })).toHaveAttribute('aria-busy', 'true')
  await box.fill('quick')
  await expect(page.getByText('quick 0')).toBeVisible()
  held.resolve()
  await expect.poll(() => queries).toEqual(['slow', 'quick'])
  await expect(page.getByText('slow 0')).toHaveCount(0)
})

test('admin lists: an empty list and a failed load show different messages', async ({ page }) => {
  await mockTracks(page, 0)
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 500 }))
  await openDashboard(page)
  await expect(page.getByText('No tracks yet')).toBeVisible()
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByText('The users could not be loaded.')).toBeVisible()
  await page.unroute('**/api/users?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('admin@localhost')).toBeVisible()
})

test('admin lists: every tab is accessible in dark on a desktop and in light on a phone', async ({
  page,
}) => {
  async function expectAccessibleOnBoth() {
    for (const [colorScheme, width] of [
      ['dark', 1440],
      ['light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await expectAccessible(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
  }
  await mockTracks(page, 70)
  await openDashboard(page)
  await expect(page.getByText('Track 0', { exact: true })).toBeVisible()
  await expectAccessibleOnBoth()
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByText('admin@localhost')).toBeVisible()
  await expectAccessibleOnBoth()
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await expect(page.getByText('Total Plays')).toBeVisible()
  await expectAccessibleOnBoth()
})
