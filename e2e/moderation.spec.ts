import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { searchFor, signedInAdministrator } from './admin-page.ts'
import { signedInUser, signInQuickly, uploadTrack } from './data.ts'
import { test } from './test.ts'
import { openTrack } from './track-page.ts'

test('moderation: an administrator removes a track, suspends its uploader and undoes both', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const title = `Contested ${Date.now()}`
  const displayName = `Uploader ${Date.now()}`
  const uploader = await signedInUser(request, { displayName })
  const track = await uploadTrack(request, { title, seconds: 1 })
  const isVisible = async () => {
    const visitor = await browser.newContext(baseURL ? { baseURL } : {})
    const response = await visitor.request.get(`/api/tracks/slug/${track.slug}`)
    await visitor.close()
    return response.ok()
  }
  await signedInUser(page.request)
  const report = { kind: 'track', id: track.id, reason: 'copyright' }
  expect((await page.request.post('/api/reports', { data: report })).status()).toBe(201)
  await page.context().clearCookies()
  await signedInAdministrator(page.request)

  await page.goto('/letmein/reports')
  const entry = page.getByRole('article').filter({ hasText: title })
  const decide = async (action: 'Remove' | 'Suspend user', reason: string) => {
    await entry.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog', { name: action })
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: action }).click()
    // Behind the dialog nothing has a role.
    await expect(dialog).toHaveCount(0)
    await expect(entry).toHaveCount(0)
  }
  const undo = async () => {
    await page.getByRole('button', { name: 'Decided' }).click()
    await entry.getByRole('button', { name: 'Undo' }).click()
    await expect(entry).toHaveCount(0)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(entry).toHaveCount(1)
  }
  const own = await browser.newPage(baseURL ? { baseURL } : {})
  await test.step('remove the track, and undo it', async () => {
    await decide('Remove', 'The publisher objects.')
    expect(await isVisible()).toBe(false)

    await signInQuickly(own.request, { email: uploader.email ?? '' })
    await openTrack(own, track)
    const note = own.getByRole('region', { name: 'Removed by a moderator' })
    await expect(note).toContainText('The publisher objects.')
    await expectAccessible(own)
    await undo()
    expect(await isVisible()).toBe(true)
    await own.reload()
    await expect(own.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(note).toHaveCount(0)
  })

  await test.step('suspend the uploader, and lift the suspension', async () => {
    await decide('Suspend user', 'Again and again.')
    expect(await isVisible()).toBe(false)
    await own.goto('/settings')
    const heading = own.getByRole('heading', { name: 'This account is suspended' })
    await expect(heading).toBeVisible()
    await expectAccessible(own)
    await own.context().clearCookies()
    await own.goto('/settings')
    await expect(own.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const signIn = async () => {
      await own.getByLabel('Email').fill(uploader.email ?? '')
      await own.getByLabel('Password', { exact: true }).fill('a long enough secret')
      await own.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await signIn()
    await expect(own.getByText('This account is suspended.')).toBeVisible()
    await expectAccessible(own)

    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('tab', { name: 'Users' }).click()
    const row = await searchFor(page, displayName)
    await row.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Lift suspension' }).click()
    await expect(row.getByText('Suspended')).toHaveCount(0)
    expect(await isVisible()).toBe(true)
    await signIn()
    await expect(own).toHaveURL('/settings')
    await own.close()
  })
})
