import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { test } from './test.ts'

test('app shell: an unknown URL returns 404 and an accessible page with a link to the home page', async ({
  page,
}) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('app shell: the forms to sign in and to create an account are accessible in both themes', async ({
  page,
}) => {
  // Set when the form is loaded.
  for (const path of ['/api/login', '/api/login?prompt=create'])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await expectAccessible(page)
    }
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
