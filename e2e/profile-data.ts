import { expect, type Page } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'

/** Test data and page helpers for profiles. */

export async function openProfile(page: Page, { id }: { id: string }, tab = ''): Promise<void> {
  await page.goto(`/profile/${id}${tab && `?tab=${tab}`}`)
  await expect(page.getByRole('tablist')).toBeVisible()
}

/** Locates a count: Followers, Following or Tracks. */
export function count(page: Page, name: string) {
  return page
    .getByRole('main')
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
}

/** Locates the titles in the open tab, from top to bottom. */
export function shownTitles(page: Page) {
  return page.getByRole('tabpanel').getByRole('heading', { level: 2 })
}

/** Signs in on the page of the identity provider. */
export async function signInAgain(page: Page, { email }: Pick<CurrentUser, 'email'>) {
  await page.getByLabel('Email').fill(email ?? '')
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/**
 * Asserts that a toast explains the redirect to the sign-in page. It is visible for half a second
 * only, so the redirect is delayed until the text has been found.
 */
export async function expectRedirectToast(
  page: Page,
  text: string,
  press: () => Promise<void>,
  expectArrival: () => Promise<unknown> = () => expect(page.getByLabel('Email')).toBeVisible(),
) {
  let release = () => {}
  const toastFound = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/login?*', async (route) => {
    await toastFound
    await route.continue()
  })
  // The toast code loads after the page.
  const toasts = page.getByRole('region', { name: /Notifications/, includeHidden: true })
  await expect(toasts).toBeAttached()
  // Polls in the page from now on: once the redirect has begun, locators wait for it.
  const shown = page.evaluate(
    (expected) =>
      new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          const toasts = [...document.querySelectorAll('li:has([aria-label="Dismiss"])')]
          if (!toasts.some(({ textContent }) => textContent?.includes(expected))) return
          clearInterval(timer)
          resolve()
        }, 20)
      }),
    text,
  )
  // Do not await: the press may wait for the navigation, which is delayed.
  const pressed = press()
  await shown
  release()
  await pressed
  await expectArrival()
  await page.unroute('**/api/login?*')
}
