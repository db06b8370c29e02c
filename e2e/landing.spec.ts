import { expect, test } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser } from './data.ts'
import { tracksOf } from './discover-data.ts'

const row = 'Most Recent'

test('landing page: a visitor can play recent tracks and continue to the discover page', async ({
  page,
  request,
}) => {
  // Mock the newest tracks: other tests upload to the same server.
  const tracks = await tracksOf(request, ['Heard at the door', 'Beside the door'])
  await page.route('**/api/tracks?limit=*', (route) => route.fulfill({ json: tracks }))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share Your Sound')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Upload WMV Files',
    'Social Features',
    'Track Analytics',
    row,
  ])
  const card = page.getByRole('article').filter({ hasText: 'Heard at the door' })
  await card.scrollIntoViewIfNeeded()
  await card.hover()
  await card.getByRole('button', { name: 'Play Heard at the door' }).click()
  const progress = page.getByRole('slider', { name: 'Progress' })
  await expect
    .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
    .toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Browse without an account' }).click()
  await expect(page).toHaveURL('/discover')
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Heard at the door')
})

test('landing page: the link to browse is visible without tracks and when they fail to load', async ({
  page,
}) => {
  const browse = page.getByRole('link', { name: 'Browse without an account' })
  for (const response of [{ json: [] }, { status: 500, body: '' }]) {
    await page.route('**/api/tracks?limit=*', (route) => route.fulfill(response))
    await page.goto('/')
    await expect(browse).toHaveCount(1)
    await expect(page.getByRole('heading', { name: row })).toBeHidden()
    await expect(browse).toBeVisible()
    await page.unroute('**/api/tracks?limit=*')
  }
})

test('landing page: a signed-in user starts on the discover page, has no link to the dashboard without the role, and finds the landing page at /welcome', async ({
  page,
}) => {
  await signedInUser(page.request, { displayName: 'Maren Voss' })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Upload', exact: true })).toHaveAttribute(
    'href',
    '/upload',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Discover|Welcome/)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share Your Sound')
  await expect(page.getByRole('link', { name: 'Maren Voss' })).toBeVisible()
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Create Account' })).toBeVisible()
})

test.describe('landing page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('landing page: on a phone everything fits and is accessible in both themes, and the toggles open search and menu', async ({
    page,
    request,
  }) => {
    const tracks = await tracksOf(request, ['In a pocket'])
    await page.route('**/api/tracks?limit=*', (route) => route.fulfill({ json: tracks }))
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'In a pocket' })).toBeVisible()
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    await expectAccessibleInBothThemes(page)
    const bar = page.getByRole('banner')
    await bar.getByRole('button', { name: 'Search' }).tap()
    const searchBox = page.getByRole('combobox')
    await expect(searchBox).toHaveAttribute('placeholder', 'Search for artists, tracks...')
    await expect(searchBox).toBeFocused()
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Menu' }).tap()
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Create Account' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})
