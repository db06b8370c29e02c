import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openDashboard, searchFor, signedInAdministrator } from './admin-page.ts'
import { signedInPerson, uploadTrack } from './data.ts'
import { expectFarewell } from './profile-data.ts'

test('a visitor is asked to log in, after the check', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/user', async (route) => {
    await held.promise
    await route.continue()
  })
  const answer = await page.goto('/letmein')
  expect(answer?.status()).toBe(200)
  expect(await answer?.text()).toContain('<meta name="robots" content="noindex">')
  await expect(page.getByText('Checking authentication...')).toBeVisible()
  await expect(page).toHaveTitle('CMS · Soundpost')
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
  await expect(page.getByText('Please log in to access the CMS')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill('admin@localhost')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/letmein')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CMS')
})

test('anybody else is told that they may not, by the page and by the server', async ({ page }) => {
  const { id } = await signedInPerson(page.request)
  await page.goto('/letmein')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized')
  await expect(page.getByText("You don't have permission to access the CMS")).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expectAccessible(page)
  const { request } = page
  const answers = await Promise.all([
    request.get('/api/users'),
    request.get('/api/admin/analytics'),
    request.put(`/api/users/${id}/admin`, { data: { bio: 'x' } }),
    request.delete(`/api/users/${id}/admin`),
  ])
  expect(answers.map((answer) => answer.status())).toEqual([403, 403, 403, 403])
})

test('says so when nobody answers, and tries again', async ({ page }) => {
  await page.addInitScript(`
    const ask = fetch
    window.fetch = (path, options) =>
      !window.isMended && String(path).endsWith('/api/auth/user')
        ? Promise.resolve(new Response('', { status: 503 }))
        : ask(path, options)
  `)
  await page.goto('/letmein')
  await expect(page.getByText('We could not check your account. Please try again.')).toBeVisible()
  // In one breath: what comes after the page asks too, and must not be the one that is answered.
  await page.evaluate(`
    window.isMended = true
    ;[...document.querySelectorAll('button')].find((b) => b.textContent === 'Try again').click()
  `)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
})

test('the administrator finds four tabs, Content first, with the keyboard alone', async ({
  page,
}) => {
  await signedInAdministrator(page.request)
  await openDashboard(page)
  await expect(page.getByRole('tab')).toHaveText(['Content', 'Users', 'Analytics', 'Settings'])
  await expect(page.getByRole('tab', { name: 'Content' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Track Management' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab', { name: 'Content' })).toBeFocused()
  for (const heading of ['User Management', 'Analytics Dashboard', 'Platform Settings']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  await expect(page.getByText('Settings functionality coming soon')).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL('/letmein?tab=settings')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Analytics Dashboard' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Analytics' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test.describe('in the middle of the work', () => {
  test('an administrator who is one no longer is told so', async ({ page }) => {
    await signedInAdministrator(page.request)
    await openDashboard(page)
    await page.route('**/api/auth/user', async (route) => {
      const user = await (await route.fetch()).json()
      await route.fulfill({ json: { ...user, isAdmin: false } })
    })
    await page.route('**/api/users?*', (route) =>
      route.fulfill({ status: 403, json: { message: 'You may not do that.' } }),
    )
    await page.getByRole('tab', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized')
  })

  test('a session that has ended shows while looking', async ({ page }) => {
    await signedInAdministrator(page.request)
    await openDashboard(page)
    await page.context().clearCookies()
    await page.getByRole('tab', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
  })

  test('and leads to the sign-in page while saving, with what was typed', async ({
    page,
    request,
  }) => {
    const title = `Draft ${randomUUID()}`
    await signedInPerson(request)
    const { id } = await uploadTrack(request, { title, seconds: 1 })
    await signedInAdministrator(page.request)
    await openDashboard(page)
    await (await searchFor(page, title)).getByRole('button', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Track' })
    await dialog.getByLabel('Description').fill('Typed in vain?')
    await page.route(`**/api/tracks/${id}`, (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
    )
    // The provider still knows them, and sends them straight back.
    const back = page.waitForResponse('**/letmein')
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    await expectFarewell(
      page,
      'You are logged out. Logging in again...',
      () => save.click(),
      () => back,
    )
    await expect(dialog.getByLabel('Description')).toHaveValue('Typed in vain?')
    await expect(dialog.getByLabel('Title')).toHaveValue(title)
  })
})

test('no other page asks for the dashboard', async ({ page }) => {
  const built = path.join(import.meta.dirname, '../dist/web/.vite/manifest.json')
  const chunks: Record<string, { file: string; isDynamicEntry?: boolean }> = JSON.parse(
    readFileSync(built, 'utf8'),
  )
  const chunk = chunks['pages/admin/admin-page.tsx']
  expect(chunk?.isDynamicEntry).toBe(true)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.slice(1)))
  await signedInAdministrator(page.request)
  for (const address of ['/', '/welcome', '/discover', '/profile', '/nowhere']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(asked).not.toContain(chunk?.file)
  await openDashboard(page)
  expect(asked).toContain(chunk?.file)
})
