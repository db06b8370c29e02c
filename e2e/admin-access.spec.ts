import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { searchFor, signedInAdministrator } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { expectRedirectToast } from './profile-data.ts'
import { test } from './test.ts'

test('admin access: the dashboard loads its code on demand, asks visitors to sign in and restores drafts', async ({
  page,
  request,
}) => {
  const manifestPath = path.join(import.meta.dirname, '../dist/web/.vite/manifest.json')
  const chunks: Record<string, { file: string; isDynamicEntry?: boolean }> = JSON.parse(
    readFileSync(manifestPath, 'utf8'),
  )
  const chunk = chunks['pages/admin/admin-page.tsx']
  expect(chunk?.isDynamicEntry).toBe(true)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname.slice(1)))
  const admin = await signedInAdministrator(page.request)
  await page.goto('/', { waitUntil: 'networkidle' })
  for (const [url, name] of [
    ['/welcome', 'Share Your Sound'],
    ['/discover', /^(Discover|Welcome to Soundpost)$/],
    [`/profile/${admin.id}`, admin.displayName ?? ''],
    ['/nowhere', '404 Page Not Found'],
  ] as const) {
    await page.evaluate((path) => history.pushState(null, '', path), url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)).then(() => {}))
  }
  expect(requested).not.toContain(chunk?.file)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Content', 'Users', 'Analytics', 'Settings'])
  await expect(page.getByRole('tab', { name: 'Content' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Track Management' })).toBeVisible()
  expect(requested).toContain(chunk?.file)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Tab')
  const main = page.getByRole('main')
  const contentTab = main.getByRole('tab', { name: 'Content' })
  await expect(contentTab).toBeFocused()
  for (const name of [/^Reports/, 'Invites', 'Audit log']) {
    await page.keyboard.press('Tab')
    await expect(main.getByRole('link', { name })).toBeFocused()
  }
  await contentTab.focus()
  for (const heading of ['User Management', 'Analytics Dashboard', 'Platform Settings']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  await expect(page.getByText('Settings functionality coming soon')).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL('/letmein?tab=settings')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Analytics Dashboard' })).toBeVisible()

  await test.step('a visitor sees the login prompt and returns to the tab', async () => {
    await page.context().clearCookies()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/auth/user', async (route) => {
      await held.promise
      await route.continue()
    })
    const response = await page.reload()
    expect(response?.status()).toBe(200)
    expect(await response?.text()).toContain('<meta name="robots" content="noindex">')
    await expect(page.getByText('Checking authentication...')).toBeVisible()
    await expect(page).toHaveTitle('CMS · Soundpost')
    held.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
    await expect(page.getByText('Please log in to access the CMS')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await page.getByLabel('Email').fill('admin@localhost')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/letmein?tab=analytics')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('CMS')
    await expect(page.getByRole('tab', { name: 'Analytics' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  await test.step('a draft is restored after the session expired', async () => {
    const title = `Draft ${randomUUID()}`
    await signedInUser(request)
    const { id } = await uploadTrack(request, { title, seconds: 1 })
    await page.getByRole('tab', { name: 'Content' }).click()
    await (await searchFor(page, title)).getByRole('button', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Track' })
    await dialog.getByLabel('Description').fill('Typed in vain?')
    await page.route(`**/api/tracks/${id}`, (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
    )
    // The identity provider still has a session and redirects back immediately.
    const back = page.waitForResponse('**/letmein')
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    await expectRedirectToast(
      page,
      'You are logged out. Logging in again...',
      () => save.click(),
      () => back,
    )
    await expect(dialog.getByLabel('Description')).toHaveValue('Typed in vain?')
    await expect(dialog.getByLabel('Title')).toHaveValue(title)
  })
})
