import { expect, type Page } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'

/** Profiles for the end-to-end tests, and how their page is read. */

/** Changes the profile of whoever is signed in at the page. */
export async function tellAbout(page: Page, about: Partial<CurrentUser>): Promise<CurrentUser> {
  const me: CurrentUser = await (await page.request.get('/api/auth/user')).json()
  const data = { username: me.username, displayName: me.displayName, ...about }
  const answer = await page.request.put('/api/users/profile', { data })
  expect(answer.status()).toBe(200)
  return answer.json()
}

export async function openProfile(page: Page, { id }: { id: string }, tab = ''): Promise<void> {
  await page.goto(`/profile/${id}${tab && `?tab=${tab}`}`)
  await expect(page.getByRole('tablist')).toBeVisible()
}

/** Followers, Following or Tracks. */
export function count(page: Page, name: string) {
  return page
    .getByRole('main')
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
}

/** The titles in the open tab, from top to bottom. */
export function shownTitles(page: Page) {
  return page.getByRole('tabpanel').getByRole('heading', { level: 2 })
}

/** Signs in on the identity provider's page, where the browser was sent. */
export async function signInAgain(page: Page, { email }: Pick<CurrentUser, 'email'>) {
  await page.getByLabel('Email').fill(email ?? '')
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * That the page says why it leaves for the sign-in page. It does so for half a second only, so the
 * journey there is held until the words were seen.
 */
export async function expectFarewell(
  page: Page,
  words: string,
  press: () => Promise<void>,
  arrival: () => Promise<unknown> = () => expect(page.getByLabel('Email')).toBeVisible(),
) {
  let release = () => {}
  const seen = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/login?*', async (route) => {
    await seen
    await route.continue()
  })
  // The code for toasts comes after the page.
  const toasts = page.getByRole('region', { name: /Notifications/, includeHidden: true })
  await expect(toasts).toBeAttached()
  // A press may wait for the journey that it begins, and that is held.
  const pressed = press()
  await expect(page.locator('li', { has: page.getByLabel('Dismiss') })).toContainText(words)
  release()
  await pressed
  await arrival()
  await page.unroute('**/api/login?*')
}
