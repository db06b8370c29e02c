import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectLargeTargets } from './accessible.ts'
import { startForeignPage } from './browsers/foreign-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist } from './playlist-data.ts'
import { port } from './ports.ts'
import { test } from './test.ts'

/** Using any kind of storage throws in frames, as in browsers that block it, and is recorded. */
function denyStorage() {
  if (window === top) return
  window.storageUses = []
  const deny = (owner: object, name: string) =>
    Object.defineProperty(owner, name, {
      get() {
        window.storageUses.push(name)
        throw new DOMException('Storage is blocked', 'SecurityError')
      },
    })
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) deny(window, name)
  deny(Document.prototype, 'cookie')
}

/** Another site with the frame in it. */
async function openForeignPage(page: Page, path: string, height: number) {
  await page.addInitScript(denyStorage)
  const { url, close } = await startForeignPage(`http://localhost:${port}${path}`, height)
  page.once('close', close)
  await page.goto(url)
  return page.frameLocator('iframe')
}

async function expectNoStorage(page: Page) {
  const frame = page.frames().find((one) => one.url().includes('/embed/'))
  expect(await frame?.evaluate(() => window.storageUses)).toEqual([])
  expect(await page.context().cookies()).toEqual([])
}

/** More than fits into a line. */
const long = ' and a long way home'.repeat(7)

const sizesBelowDesign = [
  [250, 60],
  [250, 100],
  [300, 166],
  [480, 100],
  [480, 166],
  [640, 230],
] as const

/** Nothing is cut off: the frame cannot be scrolled. */
async function expectFits(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height })
  const size = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ])
  expect(size).toEqual([width, height])
}

test('embedded track: it plays, seeks and counts a play inside a foreign page without cookies and storage', async ({
  page,
  request,
}) => {
  await signedInUser(request, { displayName: 'Low Tide Choir' })
  const track = await uploadTrack(request, { title: 'Hinge', seconds: 59.6 })
  const player = await openForeignPage(page, `/embed/track/${track.slug}?start=20`, 166)
  const slider = player.getByRole('slider', { name: 'Seek in Hinge' })
  await expect(slider).toHaveAttribute('aria-valuenow', '20')
  const played = page.waitForResponse((response) => response.url().endsWith('/play'))
  await player.getByRole('button', { name: 'Play Hinge' }).click()
  await expect(player.getByRole('button', { name: 'Pause Hinge' })).toBeVisible()
  const response = await played
  expect(await response.json()).toEqual({ counted: true, playCount: 1 })
  expect(await response.headerValue('set-cookie')).toBeNull()
  expect(await response.request().headerValue('cookie')).toBeNull()
  await expect
    .poll(async () => Number(await slider.getAttribute('aria-valuenow')))
    .toBeGreaterThan(20)
  await player.getByRole('button', { name: 'Pause Hinge' }).press('Enter')
  await slider.press('Home')
  // The length as lists have it, not that of the file.
  await expect(slider).toHaveAttribute('aria-valuetext', '0 seconds of 1 minute 0 seconds')
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', '5')
  await slider.click({ position: { x: 200, y: 10 } })
  await expect
    .poll(async () => Number(await slider.getAttribute('aria-valuenow')))
    .toBeCloseTo(30, -1)
  const title = player.getByRole('link', { name: 'Hinge (opens in a new tab)' })
  await expect(title).toHaveAttribute('target', '_blank')
  expect(await title.getAttribute('href')).toMatch(`/track/${track.slug}`)
  await expectNoStorage(page)

  for (const theme of ['dark', 'light']) {
    await page.goto(`/embed/track/${track.slug}?theme=${theme}`)
    for (const width of [800, 480, 300]) await expectFits(page, width, 166)
    await expectAccessible(page)
  }
})

test('embedded playlist: rows, next and previous play its tracks inside a foreign page', async ({
  page,
  request,
}) => {
  await signedInUser(request, { displayName: 'Low Tide Choir' })
  const tracks = [
    await uploadTrack(request, { title: `Northbound${long}`, seconds: 30 }),
    await uploadTrack(request, { title: 'Nocturne', seconds: 30 }),
    await uploadTrack(request, { title: 'Winter Coat', seconds: 30 }),
  ]
  const playlist = await createPlaylist(request, { title: `Slow Morning${long}`, tracks })
  const path = `/embed/playlist/${playlist.slug}`
  const player = await openForeignPage(page, path, 400)
  await player.getByRole('button', { name: /^2 Nocturne/ }).click()
  await expect(player.getByRole('button', { name: 'Pause Nocturne' })).toBeVisible()
  await expect(player.getByRole('button', { name: /^2 Nocturne/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await player.getByRole('button', { name: 'Next track' }).press('Enter')
  await expect(player.getByRole('button', { name: 'Pause Winter Coat' })).toBeVisible()
  await expect(player.getByRole('button', { name: 'Next track' })).toBeDisabled()
  await player.getByRole('button', { name: 'Previous track' }).click()
  await expect(player.getByRole('slider', { name: 'Seek in Nocturne' })).toBeVisible()
  await expect(player.getByRole('link', { name: /^Slow Morning/ })).toBeVisible()
  await expectNoStorage(page)

  for (const theme of ['dark', 'light']) {
    await page.goto(`${path}?theme=${theme}`)
    for (const width of [800, 480, 300]) {
      await expectFits(page, width, 400)
      await expectLargeTargets(page)
    }
    await expectAccessible(page)
  }
  // Three rows fit into 400 px; if they do not, the list fades until its end.
  const fade = () =>
    page.locator('ol').evaluate((list) => getComputedStyle(list).getPropertyValue('--fade'))
  expect(await fade()).toBe('0px')
  await page.setViewportSize({ width: 300, height: 250 })
  await expect.poll(fade).toBe('52px')
  await page.locator('ol').evaluate((list) => list.scrollTo(0, 1000))
  await expect.poll(fade).toBe('0px')
  // What oEmbed returns for a maximum height.
  for (const [width, height] of sizesBelowDesign) {
    await expectFits(page, width, height)
    for (const name of [/^Play Northbound/, 'Next track'])
      await page.getByRole('button', { name }).click({ trial: true })
    await expect(page.getByRole('link', { name: /^Northbound/ })).toBeInViewport()
  }
  await page.goto('/embed/playlist/missing')
  await expect(page.getByRole('heading')).toHaveText('This playlist is not available.')
  await expectAccessible(page)
})
