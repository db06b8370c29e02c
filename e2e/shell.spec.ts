import { expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'

for (const [name, path] of [
  ['landing page', '/'],
  ['welcome page', '/welcome'],
  ['discover page', '/discover'],
  ['404 page', '/nowhere'],
] as const)
  test(`app shell: the ${name} is accessible in both themes`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

for (const [name, path] of [
  ['sign-in form', '/api/login'],
  ['create-account form', '/api/login?prompt=create'],
] as const)
  test(`app shell: the ${name} is accessible in both themes`, async ({ page }) => {
    // Set when the form is loaded.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await expectAccessible(page)
    }
  })

test('landing page: the product is described, and the buttons lead to sign-in', async ({
  page,
}) => {
  await page.goto('/')
  await expect(
    page.getByText(
      'Upload, share, and discover amazing audio content with the Soundpost community.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upload WMV Files' })).toBeVisible()
  const hrefOf = (name: string) =>
    page.getByRole('link', { name, exact: true }).first().getAttribute('href')
  expect(await hrefOf('Sign In')).toMatch(/^\/api\/login/)
  expect(await hrefOf('Create Account')).toMatch(/^\/api\/login\?.*prompt=create/)
  expect(await hrefOf('Start Uploading Today')).toMatch(/^\/api\/login\?.*prompt=create/)
  expect(await hrefOf('Explore Tracks')).toMatch(/^\/api\/login/)
  await page.getByRole('link', { name: 'Browse without an account' }).first().click()
  await expect(page).toHaveURL('/discover')
})

test('app shell: an unknown URL returns 404 and shows a link to the home page', async ({
  page,
}) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('theme: the theme follows the system until the user chooses one, and the choice persists', async ({
  page,
}) => {
  const theme = () => page.locator('html').getAttribute('data-theme')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  expect(await theme()).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
  await page.getByRole('banner').getByRole('button', { name: /theme/i }).click()
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(theme).toBe('light')
  await page.reload()
  expect(await theme()).toBe('light')
  await page.goto('/api/login')
  expect(await theme()).toBe('light')
})

test.describe('app shell on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('app shell: on a phone the toggles open search and menu', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('banner')
    await bar.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('combobox')).toHaveAttribute(
      'placeholder',
      'Search for artists, tracks...',
    )
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Menu' }).click()
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create Account' })).toBeVisible()
  })
})

test('landing page: no request goes to another origin or violates the content security policy', async ({
  page,
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
  await page.goto('/', { waitUntil: 'networkidle' })
  expect({ externalRequests, cspViolations }).toEqual({ externalRequests: [], cspViolations: [] })
})
