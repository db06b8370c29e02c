import { expect } from '@playwright/test'
import { showOnly, tracksOf } from './discover-data.ts'
import { test } from './test.ts'

test('fonts: a page loads only the subsets that it needs, without a layout shift', async ({
  page,
  request,
}) => {
  const fetched = new Set<string>()
  page.on('request', (call) => {
    const font = /\/([a-z-]+?)-[\w-]{8}\.woff2$/.exec(call.url())?.[1]
    if (font) fetched.add(font)
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  const tagline = page.getByText('Upload, share, and discover amazing audio content')
  const boxes = async () => ({
    heading: await heading.boundingBox(),
    tagline: await tagline.boundingBox(),
  })
  // Wait for the client-side render.
  await expect(page.locator('#root > main')).toBeVisible()
  const before = await boxes()
  release()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  expect(await page.evaluate(() => document.fonts.check('800 20px "Bricolage Display"'))).toBe(true)
  const after = await boxes()
  expect(after.heading?.height).toBe(before.heading?.height)
  expect(after.tagline).toEqual(before.tagline)
  expect([...fetched].sort()).toEqual(['bricolage-display-latin', 'instrument-sans-latin'])

  await showOnly(page, { recent: await tracksOf(request, ['Žluťoučký kůň']) })
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Browse without an account' })
    .first()
    .click()
  await expect(page).toHaveURL('/discover')
  await expect(page.getByRole('link', { name: 'Žluťoučký kůň' })).toBeVisible()
  await expect.poll(() => [...fetched]).toContain('instrument-sans-latin-ext')
})
