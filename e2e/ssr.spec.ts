import { expect, type Page, test } from '@playwright/test'
import { signedInPerson } from './data.ts'
import { layoutShift } from './layout-shift.ts'
import { trackOf } from './track-page.ts'

/** What the server drew, seen by another user whose browser still waits for the code. */
const drawn = (page: Page) => page.locator('#root > [data-ssr]')

/** Holds the code back until it is called; not the few lines that the theme needs before the first paint. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/assets\/(?!boot).*\.js$/, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return resolve
}

test('a visitor sees the page before its code is there, and then nothing moves', async ({
  page,
  request,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const track = await trackOf(request, { title: '<img src=x onerror=alert(1)> & Ferry' })
  const pages = [
    { path: '/', heading: 'Share Your Sound' },
    { path: '/discover', heading: 'Discover' },
    { path: `/track/${track.slug}`, heading: track.title },
  ]
  for (const { path, heading } of pages) {
    const release = await holdCode(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(drawn(page).locator('h1')).toHaveText(heading)
    await expect(drawn(page).locator('main')).toBeVisible()
    release()
    await expect(drawn(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(await layoutShift(page), path).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  // Styles in the HTML would break the page's security policy.
  expect(complaints).toEqual([])
})

test('before the code is there, or if it never comes, links lead on', async ({ page }) => {
  await page.route(/assets\/(?!boot).*\.js$/, (route) => route.abort())
  await page.goto('/welcome')
  await drawn(page).getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('what a visitor does before the code is there is done when it is', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'Pressed early' })
  const release = await holdCode(page)
  await page.goto('/discover', { waitUntil: 'commit' })
  await drawn(page).getByRole('combobox', { name: 'Search' }).first().fill('harbo')
  await drawn(page).getByRole('button', { name: 'Play Pressed early' }).first().click()
  release()
  await expect(drawn(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pause Pressed early' }).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search' }).first()).toHaveValue('harbo')
  await expect(page).toHaveURL('/discover')

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const releaseAgain = await holdCode(page)
  await page.goto(`/track/${track.slug}`, { waitUntil: 'commit' })
  await drawn(page).getByRole('button', { name: 'Play Pressed early' }).click()
  releaseAgain()
  await expect(page.getByRole('button', { name: 'Pause Pressed early' }).first()).toBeVisible()
})

test('the server draws nothing that a visitor may not see, and nothing for whoever is signed in', async ({
  page,
  request,
}) => {
  const hidden = await trackOf(request, { title: 'Not for you', privacy: 'private' })
  const shown = await trackOf(request, { title: 'For everybody' })
  const html = async (path: string) => (await page.request.get(path)).text()
  expect(await html(`/track/${hidden.slug}`)).not.toContain('Not for you')
  expect(await html(`/track/${shown.slug}`)).toContain('For everybody</h1>')
  // What lies below the fold comes with the code.
  expect(await html('/discover')).toContain('Most Recent</h2>')
  expect(await html('/discover')).not.toContain('Trending Now')
  await signedInPerson(page.request)
  expect(await html(`/track/${shown.slug}`)).not.toContain('</h1>')
})
