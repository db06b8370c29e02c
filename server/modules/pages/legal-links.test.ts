import { expect, test } from 'vitest'
import { createBrowser } from '#server/testing/browser.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const site = setUpTestApp({
  env: {
    TERMS_URL: 'https://example.org/terms?a=1&b=2',
    PRIVACY_URL: 'https://example.org/privacy',
    CONTACT_URL: 'mailto:host@example.org',
  },
})

test('legal pages: every page names them in its head and links them in its footer', async () => {
  for (const path of ['/', '/discover', '/search', '/no-such-page']) {
    const page = await (await site.visitor('GET', path)).text()
    expect(page, path).toContain('href="https://example.org/terms?a=1&amp;b=2">Terms</a>')
    expect(page, path).toContain('href="https://example.org/privacy">Privacy</a>')
    expect(page, path).toContain('href="mailto:host@example.org">Contact</a>')
  }
  const page = await (await site.visitor('GET', '/')).text()
  expect(page).toContain(
    '<link rel="terms-of-service" href="https://example.org/terms?a=1&amp;b=2">',
  )
  expect(page).toContain('<link rel="privacy-policy" href="https://example.org/privacy">')
  expect(page).toContain('<link rel="contact" href="mailto:host@example.org">')
})

test('legal pages: they are linked beneath the create-account form', async () => {
  const form = await createBrowser(site.config.publicUrl).open('/api/login?prompt=create')
  expect(form.text).toContain('href="https://example.org/terms?a=1&amp;b=2">Terms</a>')
  expect(form.text).toContain('href="https://example.org/privacy">Privacy</a>')
})
