import { expect, type Page } from '@playwright/test'
import { mockTrack } from './admin-page.ts'
import { test } from './test.ts'

/** Mocks a section with `count` tracks; the server's own tests cover its responses. */
async function mockSection(page: Page, count: number): Promise<void> {
  await page.route('**/api/discover/trending?*', async (route) => {
    const url = new URL(route.request().url())
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const end = Math.min(count, from + Number(url.searchParams.get('limit')))
    url.searchParams.set('cursor', String(end))
    const link = `<${url.pathname}${url.search}>; rel="next"`
    const json = Array.from({ length: end - from }, (_, n) => mockTrack(from + n, 'Track'))
    await route.fulfill({ json, headers: end < count ? { link } : {} })
  })
}

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Tracks', exact: true }).getByRole('listitem')

test('browsing: a long list loads while scrolling, or by button after a failure', async ({
  page,
}) => {
  await mockSection(page, 150)
  let fails = true
  await page.route('**/api/discover/trending?*cursor*', (route) =>
    fails ? route.fulfill({ status: 503, json: { message: 'Down' } }) : route.fallback(),
  )
  await page.goto('/discover/trending')
  await expect(rows(page)).toHaveCount(50)
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(page.getByText('More could not be loaded.')).toBeVisible({ timeout: 500 })
  }).toPass()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).getByRole('link', { name: 'Track 60', exact: true })).toBeVisible()

  // Each page is loaded when the end comes near.
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(page.getByRole('link', { name: 'Track 149' })).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await rows(page).count()).toBeLessThan(60)
  await expect(rows(page).last()).toHaveAttribute('aria-setsize', '150')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})
