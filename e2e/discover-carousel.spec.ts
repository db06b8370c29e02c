import { expect, type Locator, type Page } from '@playwright/test'
import { firstVisibleTitle, openHome, section, showOnly, tabTo, tracksOf } from './discover-data.ts'
import { test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

const curated = 'Curated for your taste'
const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']

/** Pauses the clock of the page: time advances only when a test does so. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60 * 60_000))
}

/** Advances the clock and returns the title of the first visible card. */
async function firstTitleAfter(page: Page, milliseconds: number): Promise<string | undefined> {
  await page.clock.runFor(milliseconds)
  return firstVisibleTitle(page, curated)
}

/** Waits until the carousel library has replaced native scrolling. */
const expectCarouselReady = (row: Locator) =>
  expect(row.locator('div', { has: row.page().getByRole('list') }).last()).toHaveCSS(
    'overflow-x',
    'hidden',
  )

test('carousel: the first row advances automatically in a loop and pauses during interaction', async ({
  page,
  request,
}) => {
  const tracks = await tracksOf(request, titles)
  await showOnly(page, { curated: tracks, recent: tracks })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/discover')
  const row = section(page, curated)
  await expect(row.getByRole('button', { name: 'Start automatic advance' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Previous tracks' })).toBeEnabled()
  await expectCarouselReady(row)
  await stopClock(page)
  expect(await firstTitleAfter(page, 20_000)).toBe('One')

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const pause = row.getByRole('button', { name: 'Pause automatic advance' })
  await expect(pause).toBeVisible()
  expect(await firstTitleAfter(page, 2_990)).toBe('One')
  expect(await firstTitleAfter(page, 2_010)).toBe('Two')
  expect(await firstTitleAfter(page, 1_990)).toBe('Two')
  for (const title of ['Three', 'Four', 'Five', 'Six', 'Seven', 'One', 'Two'])
    expect(await firstTitleAfter(page, 4_000)).toBe(title)

  await row.hover()
  expect(await firstTitleAfter(page, 20_000)).toBe('Two')
  await page.getByRole('banner').hover()
  expect(await firstTitleAfter(page, 6_000)).toBe('Three')

  await row.getByRole('link', { name: 'Four' }).focus()
  expect(await firstTitleAfter(page, 20_000)).toBe('Three')
  await page.getByRole('link', { name: 'Soundpost' }).first().focus()
  expect(await firstTitleAfter(page, 6_000)).toBe('Four')

  await row.dispatchEvent('touchstart')
  expect(await firstTitleAfter(page, 20_000)).toBe('Four')
  await row.dispatchEvent('touchend')
  expect(await firstTitleAfter(page, 6_000)).toBe('Five')

  await setHidden(page, true)
  expect(await firstTitleAfter(page, 20_000)).toBe('Five')
  await setHidden(page, false)
  expect(await firstTitleAfter(page, 6_000)).toBe('Six')

  await pause.click()
  await page.getByRole('banner').hover()
  await page.getByRole('link', { name: 'Soundpost' }).first().focus()
  expect(await firstTitleAfter(page, 20_000)).toBe('Six')
})

/** Simulates a background tab: in a test browser every page is visible. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('carousel: the arrows scroll by the visible cards, the Tab key to a card that is not visible', async ({
  page,
  request,
}) => {
  const recent = await tracksOf(request, [...titles, 'Eight', 'Nine'])
  await showOnly(page, { recent })
  await openHome(page)
  const row = section(page, 'Most Recent')
  const next = row.getByRole('button', { name: 'Next tracks' })
  const previous = row.getByRole('button', { name: 'Previous tracks' })
  await expect(next).toBeEnabled()
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(next).toBeDisabled()
  await expect.poll(() => firstVisibleTitle(page, 'Most Recent')).toBe('Four')
  await previous.click()
  await expect.poll(() => firstVisibleTitle(page, 'Most Recent')).toBe('One')
  await expect(previous).toBeDisabled()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(row.getByRole('link', { name: 'Nine' })).toBeAttached()
  await row.getByRole('link', { name: 'One' }).focus()
  await tabTo(row.getByRole('link', { name: 'Three' }))
  expect(await firstVisibleTitle(page, 'Most Recent')).toBe('One')
  await tabTo(row.getByRole('link', { name: 'Seven' }))
  await expect(row.getByRole('link', { name: 'Seven' })).toBeInViewport({ ratio: 1 })
  expect(await firstVisibleTitle(page, 'Most Recent')).not.toBe('One')
})
