import { expect } from '@playwright/test'
import { signedInUser } from './data.ts'
import { test } from './test.ts'

test('content security policy: a page with a form and playback causes no violation report', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  await signedInUser(page.request)
  await page.goto('/upload', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.violations)).toEqual([])
})
