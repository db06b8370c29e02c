import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { serverRender } from './server-render.ts'

test('account: a user creates an account on the landing page, logs out and signs in again, which returns to the page where it started', async ({
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

  await page.getByRole('link', { name: 'Browse without an account' }).first().click()
  await expect(page).toHaveURL('/discover')
  await bar.getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a wrong secret')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/discover')
  await expect(bar.getByRole('link', { name: 'Logout' })).toBeVisible()
})

test('account: the sign-in form says why it is shown, and a visitor can continue without an account', async ({
  page,
  request,
}) => {
  const artist = await signedInUser(request, { displayName: 'Nara Ishimoto' })
  const track = await uploadTrack(request, { title: 'Night Market', seconds: 1 })
  const profile = `/profile/${artist.username}`
  await page.goto(profile)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByText('Sign in to follow Nara Ishimoto')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue without an account' }).click()
  await expect(page).toHaveURL(profile)

  await page.goto(`/track/${track.slug}`)
  await expect(serverRender(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Like/ }).first().click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Sign in to like "Night Market"')).toBeVisible()
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Display name').fill('Ines Calder')
  await page.getByLabel('Email').fill(`${randomUUID()}@e2e.example`)
  await page.getByLabel('Password', { exact: true }).fill('password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText('This password is too common.')
  await expect(page.getByText('Create an account to like "Night Market"')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/track/${track.slug}`)
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
  for (const [colorScheme, background] of [
    ['light', 'rgb(248, 243, 234)'],
    ['dark', 'rgb(20, 16, 13)'],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme })
    const page = await context.newPage()
    await page.goto('/api/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('background-color', background)
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
