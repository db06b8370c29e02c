import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { count, expectRedirectToast } from './profile-data.ts'
import { test } from './test.ts'

test('account: a user creates an account, logs out and signs in again', async ({
  page,
  baseURL,
}) => {
  const email = `ines-${Date.now()}@calder.example`
  const bar = page.getByRole('banner')
  const heading = page.getByRole('heading', { level: 1 })
  await test.step('create an account', async () => {
    await page.goto('/')
    await expect(page).toHaveTitle(/Share Your Sound/)
    await expect(heading).toHaveText('Share Your Sound')
    await bar.getByRole('link', { name: 'Create Account' }).click()
    await page.getByLabel('Display name').fill('Ines Calder')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
    await page.getByRole('button', { name: 'Create account' }).click()

    await expect(page).toHaveURL('/')
    await expect(bar.getByRole('link', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Upload', exact: true })).toHaveAttribute(
      'href',
      '/upload',
    )
    await expect(bar.getByRole('link', { name: 'Upload' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Ines Calder' })).toHaveText('I')
    await expect(heading).toHaveText(/Discover|Welcome/)
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  })

  await test.step('log out and sign in again', async () => {
    await page.evaluate(() => history.pushState(null, '', '/welcome'))
    await expect(heading).toHaveText('Share Your Sound')
    await expect(bar.getByRole('link', { name: 'Ines Calder' })).toBeVisible()
    await bar.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(heading).toHaveText('Share Your Sound')
    await expect(page.getByRole('link', { name: 'Create Account' })).toBeVisible()

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

  await test.step('a logout link on another site asks first', async () => {
    await page.route('https://elsewhere.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${baseURL}/api/logout">Free tickets</a>`,
      }),
    )
    await page.goto('https://elsewhere.example/')
    await page.getByRole('link', { name: 'Free tickets' }).click()
    await expect(page.getByText('You are about to log out.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    expect((await page.request.get('/api/auth/user')).status()).toBe(200)
    await page.getByRole('link', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible()
  })
})

test('account: the sign-in form says why it is shown and returns to the track', async ({
  page,
  request,
}) => {
  const artist = await signedInUser(request, { displayName: 'Nara Ishimoto' })
  const track = await uploadTrack(request, { title: 'Night Market', seconds: 1 })
  const profile = `/profile/${artist.username}`
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await page.goto(profile)
  await expectRedirectToast(page, 'Redirecting to login...', () => follow.click())
  await expect(page.getByText('Sign in to follow Nara Ishimoto')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Continue without an account' }).click()
  await expect(page).toHaveURL(profile)

  await page.getByRole('tabpanel').getByRole('link', { name: 'Night Market' }).click()
  await expect(page).toHaveURL(`/track/${track.slug}`)
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Sign in to like "Night Market"')).toBeVisible()
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Display name').fill('Somebody New')
  await page.getByLabel('Email').fill(`${randomUUID()}@e2e.example`)
  await page.getByLabel('Password', { exact: true }).fill('password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText('This password is too common.')
  await expect(page.getByText('Create an account to like "Night Market"')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/track/${track.slug}`)
  await expect(page.getByRole('button', { name: 'Liked', exact: true })).toBeVisible()

  await test.step('a follow is saved and shown on both profiles', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Nara Ishimoto' }).first().click()
    await expect(page).toHaveURL(`/profile/${artist.id}`)
    const followed = page.waitForResponse(`**/api/users/${artist.id}/follow`)
    await follow.click()
    expect((await followed).request().method()).toBe('POST')
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeFocused()
    await expect(count(page, 'Followers')).toHaveText('1')
    const saved = await (await page.request.get(`/api/users/${artist.id}`)).json()
    expect(saved).toMatchObject({ followerCount: 1, isFollowing: true })
    await page.getByRole('banner').getByRole('link', { name: 'Somebody New' }).click()
    await expect(count(page, 'Following')).toHaveText('1')
    await expect(page.getByRole('button', { name: /ollow$/ })).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  })
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
