import { expect, type Locator, type Page, test } from '@playwright/test'
import { ownerWithPlaylist, savedOrder, shownOrder, titles, toast } from './playlist-data.ts'
import { expectFarewell } from './profile-data.ts'

const grip = (page: Page, title: string) => page.getByRole('button', { name: `Reorder ${title}` })

async function centreOf(handle: Locator) {
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle is not on screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Every order that the page sends. */
function sentOrders(page: Page) {
  const sent: { trackIds: string[]; updatedAt: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reorder')) sent.push(request.postDataJSON())
  })
  return sent
}

async function dragByMouse(page: Page, title: string, rows: number) {
  const from = await centreOf(grip(page, title))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 3, from.y + 38 * rows, { steps: 6 })
  await page.mouse.move(from.x, from.y + 76 * rows, { steps: 6 })
  await page.mouse.up()
}

test('by mouse: shown at once, sent, and there after a reload', async ({ page }) => {
  const { playlist, tracks } = await ownerWithPlaylist(page.request)
  const sent = sentOrders(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/reorder', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/playlist/${playlist.slug}`)
  await dragByMouse(page, 'Northbound', 2)
  const order = ['Nocturne', 'Winter Coat', 'Northbound', 'Copper Wire']
  await expect.poll(() => shownOrder(page)).toEqual(order)
  expect(await savedOrder(page.request, playlist.id)).toEqual([...titles])
  answer()
  await expect(toast(page, 'Tracks reordered')).toBeVisible()
  expect(await savedOrder(page.request, playlist.id)).toEqual(order)
  const [a, b, c, d] = tracks.map(({ id }) => id)
  expect(sent).toEqual([{ trackIds: [b, c, a, d], updatedAt: expect.any(String) }])
  await page.reload()
  await expect.poll(() => shownOrder(page)).toEqual(order)
})

/** How many presses that took, 25 pixels each. One in the very moment of picking up may go by unheard. */
async function pressUpUntil(news: Locator, words: string): Promise<number> {
  let presses = 0
  await expect(async () => {
    presses++
    await news.page().keyboard.press('ArrowUp')
    await expect(news).toHaveText(words, { timeout: 2000 })
  }).toPass({ timeout: 40_000 })
  return presses
}

test('by keyboard: Space, arrows of 25 pixels, Enter; Escape leaves all as it was', async ({
  page,
}) => {
  const { playlist } = await ownerWithPlaylist(page.request)
  const sent = sentOrders(page)
  await page.goto(`/playlist/${playlist.slug}`)
  const handle = grip(page, 'Winter Coat')
  const news = page.locator('[id^=DndLiveRegion]')

  await handle.focus()
  await page.keyboard.press('Space')
  await expect(news).toHaveText('Winter Coat picked up. It is track 3 of 4.')
  expect([2, 3]).toContain(await pressUpUntil(news, 'Winter Coat would be track 2 of 4.'))
  await page.keyboard.press('Escape')
  await expect(news).toHaveText('Winter Coat stays track 3 of 4.')
  await expect.poll(() => shownOrder(page)).toEqual([...titles])
  expect(sent).toEqual([])

  await handle.focus()
  await page.keyboard.press('Enter')
  await expect(news).toHaveText('Winter Coat picked up. It is track 3 of 4.')
  expect([4, 5]).toContain(await pressUpUntil(news, 'Winter Coat would be track 1 of 4.'))
  await page.keyboard.press('Enter')
  await expect(news).toHaveText('Winter Coat is now track 1 of 4.')
  await expect(toast(page, 'Tracks reordered')).toBeVisible()
  const order = ['Winter Coat', 'Northbound', 'Nocturne', 'Copper Wire']
  await expect.poll(() => shownOrder(page)).toEqual(order)
  expect(await savedOrder(page.request, playlist.id)).toEqual(order)
  await expect(handle).toBeFocused()
})

test('where the server fails, the old order is back', async ({ page }) => {
  const { playlist } = await ownerWithPlaylist(page.request)
  let read = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/playlists/slug/')) read += 1
  })
  await page.route('**/reorder', (route) => route.fulfill({ status: 500 }))
  await page.goto(`/playlist/${playlist.slug}`)
  await dragByMouse(page, 'Northbound', 1)
  await expect(toast(page, 'Failed to reorder tracks')).toContainText(
    'Something went wrong. Please try again.',
  )
  await expect.poll(() => shownOrder(page)).toEqual([...titles])
  await expect.poll(() => read).toBe(2)
})

test('another user who is logged out meanwhile signs in again', async ({ page, context }) => {
  const { playlist } = await ownerWithPlaylist(page.request)
  await page.goto(`/playlist/${playlist.slug}`)
  await expect(grip(page, 'Northbound')).toBeVisible()
  await context.clearCookies()
  const left = page.waitForRequest('**/api/login?**')
  await expectFarewell(page, 'You are logged out. Logging in again...', () =>
    dragByMouse(page, 'Northbound', 1),
  )
  const { searchParams } = new URL((await left).url())
  expect(searchParams.get('returnTo')).toBe(`/playlist/${playlist.slug}`)
})

test('several moves in a row end as the last one left it', async ({ page }) => {
  const { playlist } = await ownerWithPlaylist(page.request)
  await page.goto(`/playlist/${playlist.slug}`)
  await dragByMouse(page, 'Northbound', 3)
  await dragByMouse(page, 'Nocturne', 1)
  const order = ['Winter Coat', 'Nocturne', 'Copper Wire', 'Northbound']
  await expect.poll(() => shownOrder(page)).toEqual(order)
  await expect.poll(() => savedOrder(page.request, playlist.id)).toEqual(order)
  expect(await shownOrder(page)).toEqual(order)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('by finger', async ({ page }) => {
    const { playlist } = await ownerWithPlaylist(page.request)
    await page.goto(`/playlist/${playlist.slug}`)
    const finger = await page.context().newCDPSession(page)
    async function drag(title: string, by: number, news: RegExp) {
      const { x, y } = await centreOf(grip(page, title))
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
        finger.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: at === undefined ? [] : [{ x, y: at }],
        })
      await touch('touchStart', y)
      for (let step = 1; step <= 10; step++) await touch('touchMove', y + (step * by) / 10)
      await expect(page.getByText(news)).toBeAttached()
      await touch('touchEnd')
    }
    await expect(grip(page, 'Northbound')).toBeVisible()
    await drag('Northbound', -140, /^Northbound picked up/)
    // It is the first one already: nothing to send.
    await expect(page.getByText('Northbound is now track 1 of 4.')).toBeAttached()
    expect(await shownOrder(page)).toEqual([...titles])
    // Another one: twice at the same place would be a double tap. How far it gets is up to the page,
    // which scrolls on under a finger near its edge.
    await drag('Nocturne', 70, /^Nocturne would be track [34] of 4/)
    await expect(toast(page, 'Tracks reordered')).toBeVisible()
    const order = await shownOrder(page)
    expect(order.indexOf('Nocturne')).toBeGreaterThan(1)
    expect(order.filter((title) => title !== 'Nocturne')).toEqual(
      titles.filter((title) => title !== 'Nocturne'),
    )
    expect(await savedOrder(page.request, playlist.id)).toEqual(order)
  })
})
