import { expect, test } from 'vitest'
import { createBrowser } from '#server/testing/browser.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const site = setUpTestApp({
  env: {
    TERMS_URL: 'https://example.org/terms?a=1&b=2',
    PRIVACY_URL: 'https://example.org/privacy',
  },
})

test('legal pages: they are named in the head of every page and linked beneath the create-account form', async () => {
  const page = await (await site.visitor('GET', '/')).text()
  expect(page).toContain(
    '<link rel="terms-of-service" href="https://example.org/terms?a=1&amp;b=2">',
  )
  expect(page).toContain('<link rel="privacy-policy" href="https://example.org/privacy">')
  const form = await createBrowser(site.config.publicUrl).open('/api/login?prompt=create')
  expect(form.text).toContain('href="https://example.org/terms?a=1&amp;b=2">Terms</a>')
  expect(form.text).toContain('href="https://example.org/privacy">Privacy</a>')
})
