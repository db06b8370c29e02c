import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { listenIn } from './listen-in.ts'
import { bar, inBar, playAll, playlistOf, seconds } from './player-bar.ts'

test.beforeEach(({ page }) => listenIn(page))

const expanded = (page: Page) => page.getByRole('dialog')
const expand = (page: Page) => inBar(page, 'Expand player').click()

for (const colorScheme of ['dark', 'light'] as const) {
  test(`the bar is accessible in ${colorScheme}`, async ({ page, request }) => {
    await page.emulateMedia({ colorScheme })
    const { playlist } = await playlistOf(request, [60, 60])
    await playAll(page, playlist)
    await expectAccessible(page)
  })

  test(`the whole screen is accessible in ${colorScheme}`, async ({ page, request }) => {
    await page.emulateMedia({ colorScheme })
    const { playlist } = await playlistOf(request, [60, 60])
    await playAll(page, playlist)
    await expand(page)
    await expect(expanded(page)).toHaveAccessibleName('Northbound')
    await expectAccessible(page)
  })
}

test('by mouse: seek where the waveform is clicked, go on, mute, collapse', async ({
  page,
  request,
}) => {
  const { playlist } = await playlistOf(request, [60, 60])
  await playAll(page, playlist)
  await expand(page)
  const player = expanded(page)
  const wave = player.getByRole('slider', { name: 'Seek in Northbound' })
  const box = await wave.boundingBox()
  expect(box).toMatchObject({ x: 0, width: 1440 })
  await wave.click({ position: { x: 720, y: 60 } })
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(30)
  await expect(wave).toHaveText(/0:3\d/)
  await expect(player.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await player.getByRole('button', { name: 'Next' }).click()
  await expect(player).toHaveAccessibleName('Nocturne')
  await player.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(player.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuenow', '0')

  await player.getByRole('button', { name: 'Collapse player' }).click()
  await expect(player).toBeHidden()
  await expect(page).toHaveURL(`/playlist/${playlist.slug}`)
})

test('a link out of it takes its place in the history; closing it closes the player', async ({
  page,
  request,
}) => {
  const { playlist, tracks } = await playlistOf(request, [60, 60])
  await playAll(page, playlist)
  const player = expanded(page)
  await expand(page)
  await player.getByRole('link', { name: 'Northbound' }).click()
  await expect(page).toHaveURL(`/track/${tracks[0]?.slug}`)
  await expect(player).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(`/playlist/${playlist.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain')
  await expand(page)
  await player.getByRole('button', { name: 'Close player' }).click()
  await expect(player).toBeHidden()
  await expect(bar(page)).toBeHidden()
})

test('by keyboard: keys work, focus stays inside and comes back, Escape and Back close', async ({
  page,
  request,
}) => {
  const { playlist } = await playlistOf(request, [60, 60])
  await playAll(page, playlist)
  const player = expanded(page)
  await inBar(page, 'Expand player').focus()
  await page.keyboard.press('Enter')
  await expect(player).toBeFocused()
  await page.keyboard.press('Space')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const paused = await seconds(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => seconds(page)).toBeCloseTo(paused + 5, 1)
  for (let i = 0; i < 14; i++) {
    await page.keyboard.press('Tab')
    await expect(player.and(page.locator(':focus-within'))).toBeVisible()
  }
  expect(await page.evaluate('getComputedStyle(document.documentElement).overflowY')).toBe('hidden')
  await page.keyboard.press('Escape')
  await expect(player).toBeHidden()
  await expect(inBar(page, 'Expand player')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(player).toBeVisible()
  await page.goBack()
  await expect(player).toBeHidden()
  await expect(page).toHaveURL(`/playlist/${playlist.slug}`)
  await expect(inBar(page, 'Expand player')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('everything fits, and the volume is here', async ({ page, request }) => {
    const { playlist } = await playlistOf(request, [60, 60])
    await playAll(page, playlist)
    await expect(bar(page).getByRole('slider', { name: 'Volume' })).toBeHidden()
    await expand(page)
    const player = expanded(page)
    await expect(player.getByRole('slider', { name: 'Volume' })).toBeInViewport({ ratio: 1 })
    await expect(player.getByRole('button', { name: 'Collapse player' })).toBeInViewport()
    expect(await player.evaluate(({ scrollWidth }) => scrollWidth)).toBe(390)
    const wave = player.getByRole('slider', { name: 'Seek in Northbound' })
    const { width = 0 } = (await wave.boundingBox()) ?? {}
    await wave.tap({ position: { x: width / 2, y: 40 } })
    await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(30)
    await expectAccessible(page)
  })
})
