import { expect, type Page } from '@playwright/test'
import { captureAudio } from './capture-audio.ts'
import {
  bar,
  barButton,
  evaluateAudio,
  liveRegion,
  playbackPosition,
  setPlaybackPosition,
} from './player-bar.ts'
import { test } from './test.ts'
import { openTrack, playButton, toast, trackOf } from './track-page.ts'

test.beforeEach(({ page }) => captureAudio(page))

const audioUrl = /\/api\/tracks\/[^/]+\/audio/

function recordConsole(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  return messages
}

test('player errors: a failed audio request is shown and logged with its status, and a retry plays', async ({
  page,
  request,
}) => {
  const messages = recordConsole(page)
  const track = await trackOf(request, { title: 'Refused' })
  await openTrack(page, track)
  await page.waitForLoadState('networkidle')
  for (const [status, text] of [
    [404, 'Not Found'],
    [500, 'Internal Server Error'],
  ] as const) {
    await page.route(audioUrl, (route) => route.fulfill({ status, body: '' }))
    await playButton(page, 'Play', 'Refused').click()
    await expect(bar(page).getByText('Failed to load track')).toBeVisible()
    await expect(liveRegion(page)).toHaveText('Failed to load track')
    await expect
      .poll(() => messages.join('\n'))
      .toContain(`Failed to load audio: ${status} ${text}`)
    await page.unroute(audioUrl)
  }
  await page.route(audioUrl, (route) => route.fulfill({ status: 200, body: 'no sound' }))
  await barButton(page, 'Play').click()
  await expect(bar(page).getByText('Audio playback failed')).toBeVisible()
  await expect(toast(page)).toContainText('Your browser cannot play this format.')
  await page.unroute(audioUrl)

  await barButton(page, 'Play').click()
  await expect(bar(page).getByText('Low Tide Choir')).toBeVisible()
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(1)
  await barButton(page, 'Pause').click()
  await evaluateAudio(page, (audio) => {
    audio.play = () => Promise.reject(new Error('not now'))
  })
  await barButton(page, 'Play').click()
  await expect(bar(page).getByText('Playback failed')).toBeVisible()
})

test('player errors: playback resumes at its position after an expired URL, a lost network or an outage', async ({
  page,
  request,
}) => {
  // Too long to be buffered at once over a slow connection.
  const track = await trackOf(request, { title: 'Long', seconds: 900 })
  await openTrack(page, track)
  await page.waitForLoadState('networkidle')
  const network = await page.context().newCDPSession(page)
  const setOffline = (offline: boolean) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 20,
      downloadThroughput: 150 * 1024,
      uploadThroughput: 150 * 1024,
    })
  await setOffline(false)
  await playButton(page, 'Play', 'Long').click()
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0)
  expect(await evaluateAudio(page, (audio) => audio.buffered.end(0))).toBeLessThan(600)
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0.5)

  // Each step seeks to what the ones before have not buffered.
  await test.step('the URL of a store has expired', async () => {
    // The browser continues with the URL of an object store, which has expired; our own one redirects it again.
    let isExpired = true
    await page.route(audioUrl, (route) => {
      if (route.request().headers()['range'] === 'bytes=0-0') isExpired = false
      return isExpired ? route.fulfill({ status: 403, body: '' }) : route.continue()
    })
    await setPlaybackPosition(page, 850)
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(850.5)
    expect(await playbackPosition(page)).toBeLessThan(890)
    expect(isExpired).toBe(false)
    await page.unroute(audioUrl)
  })

  await test.step('the network is lost', async () => {
    await setOffline(true)
    await setPlaybackPosition(page, 800)
    await expect(bar(page).getByText('Connection lost. Reconnecting…')).toBeVisible()
    await expect(liveRegion(page)).toHaveText('Connection lost. Reconnecting…')
    await expect(barButton(page, 'Loading')).toBeVisible()
    await setOffline(false)
    await expect(barButton(page, 'Pause')).toBeVisible()
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(800.5)
    expect(await playbackPosition(page)).toBeLessThan(830)
    await expect(bar(page).getByText('Low Tide Choir')).toBeVisible()
  })

  await test.step('the server is unreachable, and the user pauses', async () => {
    await page.route(audioUrl, (route) => route.abort('connectionrefused'))
    await setPlaybackPosition(page, 700)
    await expect(bar(page).getByText('Connection lost. Reconnecting…')).toBeVisible()
    await barButton(page, 'Loading').click()
    await expect(barButton(page, 'Play')).toBeVisible()
    await page.unroute(audioUrl)
    await barButton(page, 'Play').click()
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(700.5)
  })

  await test.step('the server is unavailable', async () => {
    await page.route(audioUrl, (route) => route.fulfill({ status: 503, body: '' }))
    await setPlaybackPosition(page, 500)
    await expect(bar(page).getByText('Connection lost. Reconnecting…')).toBeVisible()
    await page.unroute(audioUrl)
    await expect(barButton(page, 'Pause')).toBeVisible()
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(500.5)
    expect(await playbackPosition(page)).toBeLessThan(560)
  })
})

test('player errors: the page survives a lost network, and a deleted track is unavailable', async ({
  page,
  context,
  request,
}) => {
  const track = await trackOf(request, { title: 'Still here' })
  await openTrack(page, track)
  await playButton(page, 'Play', 'Still here').click()
  await expect(barButton(page, 'Pause')).toBeVisible()
  // The toast code loads after the page.
  const toasts = page.getByRole('region', { name: /Notifications/, includeHidden: true })
  await expect(toasts).toBeAttached()
  await context.setOffline(true)
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/track/${track.slug}`)
  const from = await playbackPosition(page)
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(from)
  await context.setOffline(false)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await expect(bar(page).getByRole('link')).toContainText('Still here')

  // The code that stores the queue loads after the page.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('player-queue')))
    .toContain(track.id)
  expect((await request.delete(`/api/tracks/${track.id}`)).ok()).toBe(true)
  await page.goto('/discover')
  await expect(bar(page).getByText('This track is no longer available')).toBeVisible()
  await expect(bar(page).getByRole('link')).toContainText('Still here')

  // Closing the player with the keyboard does not lose the focus.
  await bar(page).getByRole('button', { name: 'Close player' }).press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})
