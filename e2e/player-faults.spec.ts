import { expect, type Page, test } from '@playwright/test'
import { listenIn } from './listen-in.ts'
import { bar, inBar, news, seconds, sound } from './player-bar.ts'
import { openTrack, playButton, trackOf } from './track-page.ts'

test.beforeEach(({ page }) => listenIn(page))

const audioCalls = /\/api\/tracks\/[^/]+\/audio/

function warnings(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  return said
}

test('a track that the server refuses is told, with its status in the log; then it plays', async ({
  page,
  request,
}) => {
  const said = warnings(page)
  const track = await trackOf(request, { title: 'Refused' })
  await openTrack(page, track)
  await page.waitForLoadState('networkidle')
  for (const [status, text] of [
    [404, 'Not Found'],
    [500, 'Internal Server Error'],
  ] as const) {
    await page.route(audioCalls, (route) => route.fulfill({ status, body: '' }))
    await playButton(page, 'Play', 'Refused').click()
    await expect(bar(page).getByText('Failed to load track')).toBeVisible()
    await expect(news(page)).toHaveText('Failed to load track')
    await expect.poll(() => said.join('\n')).toContain(`Failed to load audio: ${status} ${text}`)
    await page.unroute(audioCalls)
  }
  await page.route(audioCalls, (route) => route.fulfill({ status: 200, body: 'no sound' }))
  await inBar(page, 'Play').click()
  await expect(bar(page).getByText('Audio playback failed')).toBeVisible()
  await page.unroute(audioCalls)

  await inBar(page, 'Play').click()
  await expect(bar(page).getByText('Low Tide Choir')).toBeVisible()
  await expect.poll(() => seconds(page)).toBeGreaterThan(1)
  await inBar(page, 'Pause').click()
  await page.evaluate("sounds[0].play = () => Promise.reject(new Error('not now'))")
  await inBar(page, 'Play').click()
  await expect(bar(page).getByText('Playback failed')).toBeVisible()
})

test('a track that has gone since the last visit is named as gone', async ({ page, request }) => {
  const track = await trackOf(request, { title: 'Withdrawn' })
  await openTrack(page, track)
  await playButton(page, 'Play', 'Withdrawn').click()
  await expect(inBar(page, 'Pause')).toBeVisible()
  // What remembers comes after the page.
  await expect.poll(() => page.evaluate("localStorage.getItem('player-queue')")).toContain(track.id)
  expect((await request.delete(`/api/tracks/${track.id}`)).ok()).toBe(true)
  await page.goto('/discover')
  await expect(bar(page).getByText('This track is no longer available')).toBeVisible()
  await expect(bar(page).getByRole('link')).toContainText('Withdrawn')
})

/** Too long to be there in one go, over a line that takes its time. */
async function playLong(page: Page, request: Parameters<typeof trackOf>[0]) {
  const track = await trackOf(request, { title: 'Long', seconds: 900 })
  await openTrack(page, track)
  await page.waitForLoadState('networkidle')
  const network = await page.context().newCDPSession(page)
  const line = (offline: boolean) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 20,
      downloadThroughput: 150 * 1024,
      uploadThroughput: 150 * 1024,
    })
  await line(false)
  await playButton(page, 'Play', 'Long').click()
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.5)
  return { line }
}

test('a lost network is waited out, and the sound goes on where it was', async ({
  page,
  request,
}) => {
  const { line } = await playLong(page, request)
  await line(true)
  await sound(page, 'currentTime = 800')
  await expect(bar(page).getByText('Connection lost. Reconnecting…')).toBeVisible()
  await expect(news(page)).toHaveText('Connection lost. Reconnecting…')
  await expect(inBar(page, 'Loading')).toBeVisible()
  await line(false)
  await expect(inBar(page, 'Pause')).toBeVisible()
  await expect.poll(() => seconds(page)).toBeGreaterThan(800.5)
  expect(await seconds(page)).toBeLessThan(830)
  await expect(bar(page).getByText('Low Tide Choir')).toBeVisible()
})

test('a server that goes away and comes back likewise; whoever pauses meanwhile stays paused', async ({
  page,
  request,
}) => {
  await playLong(page, request)
  await page.route(audioCalls, (route) => route.abort('connectionrefused'))
  await sound(page, 'currentTime = 700')
  await expect(bar(page).getByText('Connection lost. Reconnecting…')).toBeVisible()
  await inBar(page, 'Loading').click()
  await expect(inBar(page, 'Play')).toBeVisible()
  await page.unroute(audioCalls)
  await inBar(page, 'Play').click()
  await expect.poll(() => seconds(page)).toBeGreaterThan(700.5)

  await page.route(audioCalls, (route) => route.fulfill({ status: 503, body: '' }))
  await sound(page, 'currentTime = 500')
  await expect(bar(page).getByText('Connection lost. Reconnecting…')).toBeVisible()
  await page.unroute(audioCalls)
  await expect(inBar(page, 'Pause')).toBeVisible()
  await expect.poll(() => seconds(page)).toBeGreaterThan(500.5)
  expect(await seconds(page)).toBeLessThan(560)
})

test('a lost network takes neither the page nor its sound, and leads on when it is back', async ({
  page,
  context,
  request,
}) => {
  const track = await trackOf(request, { title: 'Still here' })
  await openTrack(page, track)
  await playButton(page, 'Play', 'Still here').click()
  await expect(inBar(page, 'Pause')).toBeVisible()
  // The code for toasts comes after the page.
  const toasts = page.getByRole('region', { name: /Notifications/, includeHidden: true })
  await expect(toasts).toBeAttached()
  await context.setOffline(true)
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/track/${track.slug}`)
  const from = await seconds(page)
  await expect.poll(() => seconds(page)).toBeGreaterThan(from)
  await context.setOffline(false)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await expect(bar(page).getByRole('link')).toContainText('Still here')

  // Whoever closes the player by keyboard is not left nowhere.
  await bar(page).getByRole('button', { name: 'Close player' }).press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})
