import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, test } from '@playwright/test'

test('account: a user creates an account on the landing page, logs out and signs in again', async ({
  page,
}) => {
  const email = `ines-${Date.now()}@calder.example`
  await page.goto('/')
  await expect(page).toHaveTitle(/Share Your Sound/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share Your Sound')

  await page.getByRole('banner').getByRole('link', { name: 'Create Account' }).click()
  await page.getByLabel('Display name').fill('Ines Calder')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL('/')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Logout' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Upload' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Ines Calder' })).toHaveText('I')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Share Your Sound')

  await bar.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share Your Sound')

  await bar.getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a wrong secret')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  await expect(bar.getByRole('link', { name: 'Logout' })).toBeVisible()
})

test('account: signing in returns to the page where it started', async ({ page }) => {
  await page.goto('/discover')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill('admin@localhost')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/discover')
})

test('account: a logout link on another site asks first', async ({ page, baseURL }) => {
  await signUp(page.request)
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${baseURL}/api/logout">Free tickets</a>`,
    }),
  )
  const bar = page.getByRole('banner')
  await page.goto('https://elsewhere.example/')
  await page.getByRole('link', { name: 'Free tickets' }).click()
  await expect(page.getByText('You are about to log out.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(bar.getByRole('link', { name: 'Logout' })).toBeVisible()

  await page.goto('https://elsewhere.example/')
  await page.getByRole('link', { name: 'Free tickets' }).click()
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('account: without JavaScript the sign-in forms follow the color scheme of the system', async ({
  browser,
}) => {
  for (const [colorScheme, ground] of [
    ['light', 'rgb(248, 243, 234)'],
    ['dark', 'rgb(20, 16, 13)'],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme })
    const page = await context.newPage()
    await page.goto('/api/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('background-color', ground)
    await context.close()
  }
})

/** Sends the sign-up form, so that the user has a session at the provider too. */
async function signUp(request: APIRequestContext): Promise<void> {
  const page = await request.get('/api/login?prompt=create')
  const action = /<form[^>]*action="([^"]+)"/.exec(await page.text())?.[1]
  const form = {
    displayName: 'Ines Calder',
    email: `${randomUUID()}@e2e.example`,
    password: 'a long enough secret',
  }
  const signedUp = await request.post(action ?? '', { form })
  expect(signedUp.ok()).toBe(true)
}
