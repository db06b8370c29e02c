import { expect, type Page } from '@playwright/test'
import { centerOf, draggedRow, pressUp } from './drag.ts'
import {
  dismissToast,
  ownerWithPlaylist,
  savedOrder,
  titles,
  toast,
  visibleOrder,
} from './playlist-data.ts'
import { expectRedirectToast } from './profile-data.ts'
import { test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

const dragHandle = (page: Page, title: string) =>
  page.getByRole('button', { name: `Reorder ${title}` })

/** Records every reorder request of the page. */
function sentOrders(page: Page) {
  const sent: { trackIds: string[]; updatedAt: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reorder')) sent.push(request.postDataJSON())
  })
  return sent
}

async function dragByMouse(page: Page, title: string, rows: number) {
  const from = await centerOf(dragHandle(page, title))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 3, from.y + 38 * rows, { steps: 6 })
  await page.mouse.move(from.x, from.y + 76 * rows, { steps: 6 })
  await page.mouse.up()
}

test('playlist order: keyboard and mouse move rows, and the last order is saved', async ({
  page,
  context,
}) => {
  const { playlist, tracks } = await ownerWithPlaylist(page.request)
  const sent = sentOrders(page)
  await page.goto(`/playlist/${playlist.slug}`)
  const handle = dragHandle(page, 'Winter Coat')
  const liveRegion = page.locator('p[role=status]')

  await test.step('Escape cancels', async () => {
    await handle.focus()
    await page.keyboard.press('Space')
    await expect(liveRegion).toHaveText('Winter Coat picked up. It is track 3 of 4.')
    await pressUp(page, 1)
    await expect(liveRegion).toHaveText('Row 3 of 4, 25 pixels up.')
    await pressUp(page, 1)
    await expect(liveRegion).toHaveText('Winter Coat would be track 2 of 4.')
    for (const [key, row] of [
      ['End', 4],
      ['PageUp', 3],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key)
      await expect(liveRegion).toHaveText(`Winter Coat would be track ${row} of 4.`)
    }
    await page.keyboard.press('PageUp')
    await expect(liveRegion).toHaveText('First row.')
    await page.keyboard.press('Escape')
    await expect(liveRegion).toHaveText('Winter Coat stays track 3 of 4.')
    await expect.poll(() => visibleOrder(page)).toEqual([...titles])
    expect(sent).toEqual([])
    await expect(draggedRow(page)).toHaveCount(0)
  })

  const byKeys = ['Winter Coat', 'Northbound', 'Nocturne', 'Copper Wire']
  await test.step('the keyboard moves a row', async () => {
    await handle.focus()
    await page.keyboard.press('Enter')
    await expect(liveRegion).toHaveText('Winter Coat picked up. It is track 3 of 4.')
    await pressUp(page, 5)
    await expect(liveRegion).toHaveText('Winter Coat would be track 1 of 4.')
    await page.keyboard.press('Enter')
    await expect(liveRegion).toHaveText('Winter Coat is now track 1 of 4.')
    await expect(toast(page, 'Tracks reordered')).toBeVisible()
    await expect.poll(() => visibleOrder(page)).toEqual(byKeys)
    expect(await savedOrder(page.request, playlist.id)).toEqual(byKeys)
    await expect(handle).toBeFocused()
    await dismissToast(page, 'Tracks reordered')
    await expect(toast(page, 'Tracks reordered')).toHaveCount(0)
  })

  await test.step('without lifting it, Alt and an arrow key move a row by one', async () => {
    await handle.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(liveRegion).toHaveText('Winter Coat is now track 2 of 4.')
    await expect.poll(() => visibleOrder(page)).not.toEqual(byKeys)
    await expect(handle).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => visibleOrder(page)).toEqual(byKeys)
    await expect(handle).toBeFocused()
    await expect.poll(() => savedOrder(page.request, playlist.id)).toEqual(byKeys)
    await dismissToast(page, 'Tracks reordered')
    await expect(toast(page, 'Tracks reordered')).toHaveCount(0)
    sent.length = 0
  })

  await test.step('a drag is shown before it is saved', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/reorder', async (route) => {
      await held
      await route.continue()
    })
    await dragByMouse(page, 'Winter Coat', 2)
    const order = ['Northbound', 'Nocturne', 'Winter Coat', 'Copper Wire']
    await expect.poll(() => visibleOrder(page)).toEqual(order)
    expect(await savedOrder(page.request, playlist.id)).toEqual(byKeys)
    release()
    await expect(toast(page, 'Tracks reordered')).toBeVisible()
    expect(await savedOrder(page.request, playlist.id)).toEqual(order)
    const [a, b, c, d] = tracks.map(({ id }) => id)
    expect(sent).toEqual([{ trackIds: [a, b, c, d], updatedAt: expect.any(String) }])
  })

  const last = ['Winter Coat', 'Northbound', 'Copper Wire', 'Nocturne']
  await test.step('of several moves the last order is saved', async () => {
    // From Northbound, Nocturne, Winter Coat, Copper Wire.
    await page.unroute('**/reorder')
    await dragByMouse(page, 'Nocturne', 2)
    await dragByMouse(page, 'Northbound', 1)
    await expect.poll(() => visibleOrder(page)).toEqual(last)
    await expect.poll(() => savedOrder(page.request, playlist.id)).toEqual(last)
    expect(await visibleOrder(page)).toEqual(last)
  })

  await test.step('a failure restores the saved order', async () => {
    let read = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/playlists/slug/')) read += 1
    })
    await page.route('**/reorder', (route) => route.fulfill({ status: 500 }))
    await dragByMouse(page, 'Northbound', 1)
    await expect(toast(page, 'Failed to reorder tracks')).toContainText(
      'Something went wrong. Please try again.',
    )
    await expect.poll(() => visibleOrder(page)).toEqual(last)
    await expect.poll(() => read).toBe(1)
    await page.unroute('**/reorder')
  })

  await test.step('an expired session leads to the sign-in page', async () => {
    await context.clearCookies()
    const left = page.waitForRequest('**/api/login?**')
    await expectRedirectToast(page, 'You are logged out. Logging in again...', () =>
      dragByMouse(page, 'Northbound', 1),
    )
    const { searchParams } = new URL((await left).url())
    expect(searchParams.get('returnTo')).toBe(`/playlist/${playlist.slug}`)
  })
})

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('playlist order: a row can be dragged by touch on a phone', async ({ page }) => {
    const { playlist } = await ownerWithPlaylist(page.request)
    await page.goto(`/playlist/${playlist.slug}`)
    const session = await page.context().newCDPSession(page)
    async function drag(title: string, by: number, announcement: RegExp) {
      const { x, y } = await centerOf(dragHandle(page, title))
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: at === undefined ? [] : [{ x, y: at }],
        })
      await touch('touchStart', y)
      for (let step = 1; step <= 10; step++) await touch('touchMove', y + (step * by) / 10)
      await expect(page.getByText(announcement)).toBeAttached()
      await touch('touchEnd')
    }
    await expect(dragHandle(page, 'Northbound')).toBeVisible()
    await drag('Northbound', -140, /^Northbound picked up/)
    // The row is already first: nothing is sent.
    await expect(page.getByText('Northbound is now track 1 of 4.')).toBeAttached()
    expect(await visibleOrder(page)).toEqual([...titles])
    // Another row: a second touch at the same point would be a double tap. The distance depends on
    // the page, which scrolls while a finger is near its edge.
    await drag('Nocturne', 70, /^Nocturne would be track [34] of 4/)
    await expect(toast(page, 'Tracks reordered')).toBeVisible()
    const order = await visibleOrder(page)
    expect(order.indexOf('Nocturne')).toBeGreaterThan(1)
    expect(order.filter((title) => title !== 'Nocturne')).toEqual(
      titles.filter((title) => title !== 'Nocturne'),
    )
    expect(await savedOrder(page.request, playlist.id)).toEqual(order)
  })
})
