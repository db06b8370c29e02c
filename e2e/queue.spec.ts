import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser } from './data.ts'
import { centerOf, pressUp } from './drag.ts'
import { bar, barButton, playAll, playlistOf } from './player-bar.ts'
import { test } from './test.ts'

const distance = async (from: Locator, to: Locator) =>
  (await centerOf(to)).y - (await centerOf(from)).y

async function dragBy(page: Page, handle: Locator, pixels: number) {
  await handle.hover()
  const { x, y } = await centerOf(handle)
  await page.mouse.down()
  await page.mouse.move(x, y + pixels, { steps: 8 })
  await page.mouse.up()
}

async function touchDragBy(page: Page, handle: Locator, pixels: number) {
  const { x, y } = await centerOf(handle)
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: at }],
    })
  await touch('touchStart', y)
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', y + (pixels * step) / 8)
  await touch('touchEnd', y + pixels)
  await devtools.detach()
}

test('queue: a listener adds, reorders, removes and plays entries, and they survive a reload', async ({
  page,
  playwright,
  baseURL,
}) => {
  const artist = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { playlist } = await playlistOf(artist, [60, 60, 60])
  await playAll(page, playlist)
  await barButton(page, 'Queue').click()
  const queue = page.getByRole('dialog', { name: 'Queue' })
  const next = queue.getByRole('region', { name: /^Next from / })
  await expect(queue.getByRole('region', { name: 'Now playing' })).toContainText('Northbound')
  await expect(next.getByRole('listitem')).toHaveText([/Nocturne/, /Winter Coat/])
  await expectAccessibleInBothThemes(page)

  await test.step('the page makes room for the queue, also the expanded player', async () => {
    const panel = await queue.boundingBox()
    const endOf = async (element: Locator) => {
      const box = await element.boundingBox()
      return box ? box.x + box.width : Number.NaN
    }
    const options = page.getByRole('main').getByRole('button', { name: /^Options for / })
    expect(await endOf(options.first())).toBeLessThan(panel?.x ?? 0)
    await barButton(page, 'Expand player').click()
    const expanded = page.getByRole('dialog', { name: 'Northbound' })
    for (const part of [expanded.getByRole('heading'), expanded.getByRole('slider').first()])
      expect(await endOf(part)).toBeLessThanOrEqual(panel?.x ?? 0)
    await expanded.getByRole('button', { name: 'Collapse player' }).click()
    await expect(queue).toBeVisible()
  })

  await test.step('reorder by keyboard', async () => {
    await next.getByRole('button', { name: 'Reorder Winter Coat' }).focus()
    await page.keyboard.press('Space')
    await pressUp(page, 2)
    await page.keyboard.press('Space')
    await expect(next.getByRole('listitem')).toHaveText([/Winter Coat/, /Nocturne/])
    await expect(queue).toBeVisible()
  })

  await test.step('reorder by mouse', async () => {
    const handle = next.getByRole('button', { name: 'Reorder Winter Coat' })
    const target = next.getByRole('listitem').filter({ hasText: 'Nocturne' })
    await dragBy(page, handle, await distance(handle, target))
    await expect(next.getByRole('listitem')).toHaveText([/Nocturne/, /Winter Coat/])
    await next.getByRole('button', { name: 'Reorder Nocturne' }).hover()
    await page.mouse.down()
    await page.mouse.move(0, 0, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(next.getByRole('listitem')).toHaveText([/Nocturne/, /Winter Coat/])
    await expect(queue).toBeVisible()
    await dragBy(page, handle, -(await distance(target, handle)))
    await expect(next.getByRole('listitem')).toHaveText([/Winter Coat/, /Nocturne/])
  })

  await test.step('add to queue from the menu of a row, undo, play next', async () => {
    await page.keyboard.press('Escape')
    await expect(queue).toHaveCount(0)
    const options = page.getByRole('main').getByRole('button', { name: 'Options for Nocturne' })
    await options.click()
    await page.getByRole('menuitem', { name: 'Add to queue' }).click()
    await expect(page.getByText('Added to queue', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await options.click()
    await page.getByRole('menuitem', { name: 'Play next' }).click()
    await expect(options).toBeFocused()
    await page.keyboard.press('q')
    const added = queue.getByRole('region', { name: 'Next in queue' })
    await expect(added.getByRole('listitem')).toHaveText([/Nocturne/])
  })

  await test.step('shuffle, repeat and the queue survive a reload', async () => {
    await barButton(page, 'Shuffle').click()
    await barButton(page, 'Repeat: off').click()
    await page.reload({ waitUntil: 'networkidle' })
    await expect(barButton(page, 'Shuffle')).toHaveAttribute('aria-pressed', 'true')
    await expect(barButton(page, 'Repeat: all')).toBeVisible()
    await page.keyboard.press('q')
    await expect(queue.getByRole('region', { name: 'Next in queue' })).toContainText('Nocturne')
    await queue.getByRole('button', { name: 'Clear queue' }).click()
    await expect(queue.getByRole('region', { name: 'Next in queue' })).toHaveCount(0)
    await queue.getByRole('button', { name: 'Remove Nocturne from queue' }).press('Enter')
    await expect(queue.getByRole('button', { name: /^Remove Winter Coat/ })).toBeFocused()
    await expect(queue.getByRole('listitem')).toHaveText([/Winter Coat/])
    await queue.getByRole('button', { name: 'Play Winter Coat' }).click()
    await expect(bar(page)).toContainText('Winter Coat')
    await page.keyboard.press('Escape')
    await expect(queue).toHaveCount(0)
  })
  await artist.dispose()
})

test('queue: another device offers to continue where this one plays', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const artist = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { playlist, tracks } = await playlistOf(artist, [60, 60, 60])
  await signedInUser(page.request)
  const { cookies } = await page.context().storageState()
  await playAll(page, playlist)
  await page.goto('/search')
  // Saved on leaving the page.
  const saved = async () => (await page.request.get('/api/player/state')).json()
  await expect.poll(async () => (await saved()).tracks.length).toBe(3)

  const phone = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await phone.addCookies(cookies)
  const other = await phone.newPage()
  await other.goto('/search')
  await other.getByRole('button', { name: 'Continue on this device' }).click()
  await expect(bar(other)).toContainText(tracks[0]?.title ?? '')
  await expect(barButton(other, 'Pause')).toBeVisible()
  await barButton(other, 'Queue').click()
  const sheet = other.getByRole('dialog', { name: 'Queue' })
  await expect(sheet.getByRole('listitem')).toHaveText([/Nocturne/, /Winter Coat/])
  const handle = sheet.getByRole('button', { name: 'Reorder Nocturne' })
  await touchDragBy(other, handle, 64)
  await expect(sheet.getByRole('listitem')).toHaveText([/Winter Coat/, /Nocturne/])
  await sheet.getByRole('switch', { name: 'Autoplay' }).click()
  await expect(sheet.getByRole('switch', { name: 'Autoplay' })).toBeChecked()

  await test.step('the Back button closes the queue, and the expanded player after it', async () => {
    await other.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(other).toHaveURL('/search')
    await barButton(other, 'Expand player').click()
    const expanded = other.getByRole('dialog', { name: tracks[0]?.title ?? '' })
    await expanded.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(sheet).toBeVisible()
    await other.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(expanded).toBeVisible()
    await other.goBack()
    await expect(expanded).toHaveCount(0)
    await expect(other).toHaveURL('/search')
  })
  await phone.close()
  await artist.dispose()
})
