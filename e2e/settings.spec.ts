import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, signInQuickly } from './data.ts'
import { test } from './test.ts'

test('settings: a user ends a session, changes the password, downloads the data, deletes the account', async ({
  page,
  browser,
  baseURL,
}) => {
  const user = await signedInUser(page.request, { displayName: 'Nara Ishimoto' })
  const phone = await browser.newContext(baseURL ? { baseURL } : {})
  await signInQuickly(phone.request, { email: user.email ?? '' })

  await page.goto('/profile')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: /^Sign out Unknown browser/ }).click()
  await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
  expect((await phone.request.get('/api/auth/user')).status()).toBe(401)
  await phone.close()

  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password').fill('a new long secret')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await page.getByLabel('Current password').fill('a long enough secret')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed').first()).toBeVisible()

  await page.getByRole('button', { name: 'Prepare' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/^export-.*\.zip$/)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await dialog.getByLabel('Username').fill('somebody')
  await dialog.getByLabel('Password').fill('a new long secret')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('That is not your username.')).toBeVisible()
  await dialog.getByLabel('Username').fill(user.username)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('settings: a link to a section leads to it, however late those above it load', async ({
  page,
}) => {
  await signedInUser(page.request)
  const waiting: (() => void)[] = []
  await page.route(/\/api\/account\/(sessions|passkeys)$/, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  await page.goto('/settings#playback')
  await expect.poll(() => waiting.length).toBe(2)
  const heading = page.getByRole('heading', { name: 'Playback' })
  const top = async () => Math.round((await heading.boundingBox())?.y ?? 0)
  await expect.poll(top).toBe(104)
  for (const respond of waiting) respond()
  await expect(page.getByText('This device', { exact: true })).toBeAttached()
  await expect.poll(top).toBe(104)
  const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current]')
  await expect(current).toHaveText('Playback')
})

test('settings: on a phone the section that was scrolled to is marked, in view', async ({
  page,
}) => {
  await signedInUser(page.request)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings')
  const nav = page.getByRole('navigation', { name: 'Settings' })
  await nav.getByRole('link', { name: 'Apps' }).click()
  await page.mouse.wheel(0, -1)
  const current = nav.locator('[aria-current]')
  await expect(current).toHaveText('Apps')
  await expect(current).toBeInViewport({ ratio: 1 })
})
