import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { captureAudio } from './capture-audio.ts'
import { bar, barButton, playAll, playbackPosition, playlistOf } from './player-bar.ts'
import { test } from './test.ts'

test.beforeEach(({ page }) => captureAudio(page))

const expanded = (page: Page) => page.getByRole('dialog')
const expand = (page: Page) => barButton(page, 'Expand player').click()

/** From its middle, by so many pixels. */
const swipe = (element: Locator, by: { x?: number; y?: number }) =>
  element.evaluate((target, { x = 0, y = 0 }) => {
    const box = target.getBoundingClientRect()
    const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
    const touchAt = (clientX: number, clientY: number) =>
      new Touch({ identifier: 1, target, clientX, clientY })
    const [start, end] = [touchAt(middleX, middleY), touchAt(middleX + x, middleY + y)]
    const event = { bubbles: true, changedTouches: [start] }
    target.dispatchEvent(new TouchEvent('touchstart', { ...event, touches: [start] }))
    target.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [end] }))
  }, by)

test('expanded player: keyboard and mouse control it, and Escape, Back and links close it', async ({
  page,
  request,
}) => {
  const { playlist, tracks } = await playlistOf(request, [60, 60])
  await playAll(page, playlist)
  const player = expanded(page)

  await test.step('with the queue, which a click does not take for the page behind it', async () => {
    await expand(page)
    await player.getByRole('button', { name: 'Queue' }).click()
    const queue = page.getByRole('dialog', { name: 'Queue' })
    await queue.getByRole('button', { name: /^Remove/ }).click()
    await queue.getByRole('button', { name: 'Close queue' }).click()
    await expect(queue).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await player.getByRole('button', { name: 'Collapse player' }).click()
    await expect(player).toBeHidden()
  })
  await test.step('with the keyboard', async () => {
    await barButton(page, 'Expand player').focus()
    await page.keyboard.press('Enter')
    await expect(player).toBeFocused()
    await page.keyboard.press('Space')
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    const paused = await playbackPosition(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => playbackPosition(page)).toBeCloseTo(paused + 5, 1)
    for (let i = 0; i < 14; i++) {
      await page.keyboard.press('Tab')
      await expect(player.and(page.locator(':focus-within'))).toBeVisible()
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe(
      'hidden',
    )
    // Escape closes the queue above it first, wherever the focus is.
    await page.keyboard.press('q')
    const queue = page.getByRole('dialog', { name: 'Queue' })
    await expect(queue).toBeFocused()
    await player.getByRole('slider').first().focus()
    await page.keyboard.press('Escape')
    await expect(queue).toBeHidden()
    await expect(player).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(player).toBeHidden()
    await expect(barButton(page, 'Expand player')).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(player).toBeVisible()
    await page.goBack()
    await expect(player).toBeHidden()
    await expect(page).toHaveURL(`/playlist/${playlist.slug}`)
    await expect(barButton(page, 'Expand player')).toBeFocused()
  })

  await expand(page)
  const wave = player.getByRole('slider', { name: 'Seek in Northbound' })
  const box = await wave.boundingBox()
  expect(box).toMatchObject({ x: 0, width: 1440 })
  await wave.click({ position: { x: 720, y: 60 } })
  await expect.poll(() => playbackPosition(page)).toBeGreaterThanOrEqual(30)
  await expect(wave).toHaveText(/0:3\d/)
  await expect(player.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await player.getByRole('button', { name: 'Next' }).click()
  await expect(player).toHaveAccessibleName('Nocturne')
  await player.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(player.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuenow', '0')

  await player.getByRole('button', { name: 'Collapse player' }).click()
  await expect(player).toBeHidden()
  await expect(page).toHaveURL(`/playlist/${playlist.slug}`)

  await expand(page)
  await player.getByRole('link', { name: 'Nocturne' }).click()
  await expect(page).toHaveURL(`/track/${tracks[1]?.slug}`)
  await expect(player).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(`/playlist/${playlist.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain')

  await expectAccessibleInBothThemes(page)
  await expand(page)
  await expect(player).toHaveAccessibleName('Nocturne')
  await expectAccessibleInBothThemes(page)
  await player.getByRole('button', { name: 'Close player' }).click()
  await expect(player).toBeHidden()
  await expect(bar(page)).toBeHidden()
})

test.describe(() => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'no-preference',
  })

  test('expanded player: on a phone everything fits, and it collapses to the bar', async ({
    page,
    request,
  }) => {
    const { playlist } = await playlistOf(request, [60, 60])
    await playAll(page, playlist)
    await expect(bar(page).getByRole('slider', { name: 'Volume' })).toBeHidden()
    const { height = 0 } = (await bar(page).boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(108)
    await expand(page)
    const player = expanded(page)
    await expect(player.getByRole('slider', { name: 'Volume' })).toBeInViewport({ ratio: 1 })
    await expect(player.getByRole('button', { name: 'Collapse player' })).toBeInViewport()
    expect(await player.evaluate(({ scrollWidth }) => scrollWidth)).toBe(390)
    const wave = player.getByRole('slider', { name: 'Seek in Northbound' })
    const { width = 0 } = (await wave.boundingBox()) ?? {}
    await wave.tap({ position: { x: width / 2, y: 40 } })
    await expect.poll(() => playbackPosition(page)).toBeGreaterThanOrEqual(30)
    await expectAccessible(page)
    await player.getByRole('button', { name: 'Collapse player' }).tap()
    await expect(player).toBeHidden()
    await expect(barButton(page, 'Expand player')).toBeFocused()

    await barButton(page, 'Pause').tap()
    await expect(barButton(page, 'Play')).toBeVisible()
    await expect(page.getByRole('tooltip')).toHaveCount(0)

    await bar(page).getByRole('link', { name: 'Northbound' }).tap()
    await expect(player).toBeVisible()
    await swipe(player, { y: 200 })
    await expect(player).toBeHidden()
    await swipe(bar(page), { y: -80 })
    await expect(player).toBeVisible()
    await swipe(player, { y: 200 })
    await expect(player).toBeHidden()
    await swipe(bar(page), { x: -120 })
    await expect(bar(page).getByRole('link')).toContainText('Nocturne')
    await swipe(bar(page), { x: 120 })
    await expect(bar(page).getByRole('link')).toContainText('Northbound')
  })
})
