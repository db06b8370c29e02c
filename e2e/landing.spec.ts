import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { tracksOf } from './discover-data.ts'
import { test } from './test.ts'

test('landing page: it describes the product and plays recent tracks, without requests to other origins', async ({
  page,
  request,
  baseURL,
}) => {
  const externalRequests: string[] = []
  const cspViolations: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !/^(data|blob):/.test(request.url()))
      externalRequests.push(request.url())
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) cspViolations.push(message.text())
  })
  // Mock the newest tracks: other tests upload to the same server.
  const tracks = await tracksOf(request, ['Heard at the door', 'Beside the door'])
  await page.route('**/api/tracks?limit=*', (route) => route.fulfill({ json: tracks }))
  await test.step('the landing page', async () => {
    await page.goto('/', { waitUntil: 'networkidle' })
    expect({ externalRequests, cspViolations }).toEqual({ externalRequests: [], cspViolations: [] })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share Your Sound')
    await expect(
      page.getByText(
        'Upload, share, and discover amazing audio content with the Soundpost community.',
      ),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Upload WMV Files',
      'Social Features',
      'Track Analytics',
      'Most Recent',
    ])
    const hrefOf = (name: string) =>
      page.getByRole('link', { name, exact: true }).first().getAttribute('href')
    expect(await hrefOf('Sign In')).toMatch(/^\/api\/login/)
    expect(await hrefOf('Create Account')).toMatch(/^\/api\/login\?.*prompt=create/)
    expect(await hrefOf('Start Uploading Today')).toMatch(/^\/api\/login\?.*prompt=create/)
    expect(await hrefOf('Explore Tracks')).toMatch(/^\/api\/login/)
    await expect(page.getByRole('link', { name: 'Heard at the door' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    const bar = page.getByRole('banner')
    await bar.getByRole('button', { name: 'Search' }).click()
    const searchBox = page.getByRole('combobox')
    await expect(searchBox).toHaveAttribute('placeholder', 'Search for artists, tracks...')
    await expect(searchBox).toBeFocused()
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Menu' }).click()
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Create Account' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('play a track and continue to the discover page', async () => {
    const card = page.getByRole('article').filter({ hasText: 'Heard at the door' })
    await card.scrollIntoViewIfNeeded()
    await card.hover()
    await card.getByRole('button', { name: 'Play Heard at the door' }).click()
    const progress = page.getByRole('slider', { name: 'Progress' })
    await expect
      .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
      .toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Browse without an account' }).first().click()
    await expect(page).toHaveURL('/discover')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Discover|Welcome/)
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player).toContainText('Heard at the door')
    await page.waitForLoadState('networkidle')
    expect({ externalRequests, cspViolations }).toEqual({ externalRequests: [], cspViolations: [] })
  })
})
