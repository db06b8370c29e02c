import { expect, type Locator, type Page, test } from '@playwright/test'
import { signedInUser } from './data.ts'
import { layoutShift } from './layout-shift.ts'
import { serverRender } from './server-render.ts'
import { trackOf } from './track-page.ts'

/** Delays all fonts. Call the result to release them. */
async function holdFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return resolve
}

/** Delays all scripts except the bootstrap, which sets the theme. Call the result to release them. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/assets\/(?!boot).*\.js$/, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return resolve
}

test('server-side rendering: the page is visible before its JavaScript and causes no layout shift', async ({
  page,
  request,
}) => {
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  const track = await trackOf(request, { title: '<img src=x onerror=alert(1)> & Ferry' })
  const pages = [
    { path: '/', heading: 'Share Your Sound' },
    { path: '/discover', heading: 'Discover' },
    { path: `/track/${track.slug}`, heading: track.title },
  ]
  for (const { path, heading } of pages) {
    const release = await holdScripts(page)
    const releaseFonts = await holdFonts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(serverRender(page).locator('h1')).toHaveText(heading)
    await expect(serverRender(page).locator('main')).toBeVisible()
    releaseFonts()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    expect(await page.evaluate(() => document.fonts.check('600 15px "Instrument Sans"'))).toBe(true)
    release()
    await expect(serverRender(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(await layoutShift(page), path).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  // Inline styles would violate the content security policy.
  expect(consoleErrors).toEqual([])
})

test('server-side rendering: links work when the JavaScript fails to load', async ({ page }) => {
  await page.route(/assets\/(?!boot).*\.js$/, (route) => route.abort())
  await page.goto('/welcome')
  await serverRender(page).getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('server-side rendering: events before the JavaScript loads are replayed', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'Pressed early' })
  const release = await holdScripts(page)
  await page.goto('/discover', { waitUntil: 'commit' })
  await serverRender(page).getByRole('combobox', { name: 'Search' }).first().fill('harbo')
  await serverRender(page).getByRole('button', { name: 'Play Pressed early' }).first().click()
  release()
  await expect(serverRender(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pause Pressed early' }).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search' }).first()).toHaveValue('harbo')
  await expect(page).toHaveURL('/discover')

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const releaseAgain = await holdScripts(page)
  await page.goto(`/track/${track.slug}`, { waitUntil: 'commit' })
  await serverRender(page).getByRole('button', { name: 'Play Pressed early' }).click()
  releaseAgain()
  await expect(page.getByRole('button', { name: 'Pause Pressed early' }).first()).toBeVisible()
})

test('server-side rendering: the client-side render keeps the keyboard focus', async ({
  page,
  request,
}) => {
  const { title } = await trackOf(request, { title: 'Below the Fold' })
  const release = await holdScripts(page)
  await page.goto('/welcome', { waitUntil: 'commit' })
  const browse = (within: Locator) =>
    within.getByRole('link', { name: 'Browse without an account' }).first()
  // A page cannot have the focus before its first paint.
  await expect(async () => {
    await browse(serverRender(page)).focus()
    await expect(browse(serverRender(page))).toBeFocused({ timeout: 100 })
  }).toPass()
  release()
  await expect(serverRender(page)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
  await expect(browse(page.getByRole('main'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/discover')
})

test('server-side rendering: private tracks are not rendered, and nothing for signed-in users', async ({
  page,
  request,
}) => {
  const hidden = await trackOf(request, { title: 'Not for you', privacy: 'private' })
  const shown = await trackOf(request, { title: 'For everybody' })
  const html = async (path: string) => (await page.request.get(path)).text()
  expect(await html(`/track/${hidden.slug}`)).not.toContain('Not for you')
  expect(await html(`/track/${shown.slug}`)).toContain('For everybody</h1>')
  // Content below the fold is rendered on the client.
  expect(await html('/discover')).toContain('Most Recent</h2>')
  expect(await html('/discover')).not.toContain('Trending Now')
  await signedInUser(page.request)
  expect(await html(`/track/${shown.slug}`)).not.toContain('</h1>')
})
