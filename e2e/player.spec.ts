import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { captureAudio } from './capture-audio.ts'
import { signedInUser, uploadTrack } from './data.ts'
import {
  bar,
  barButton,
  evaluateAudio,
  liveRegion,
  playAll,
  playbackPosition,
  playlistOf,
  setPlaybackPosition,
} from './player-bar.ts'
import { test } from './test.ts'
import { openTrack, playButton, trackOf } from './track-page.ts'

test.beforeEach(({ page }) => captureAudio(page))

test('player: a queue advances automatically from the cache and across pages', async ({
  page,
  request,
}) => {
  const { playlist, tracks } = await playlistOf(request, [8, 4, 60])
  await playAll(page, playlist)
  await expect(barButton(page, 'Previous')).toBeDisabled()
  await expect(barButton(page, 'Next')).toBeEnabled()
  await expect(liveRegion(page)).toHaveText('Now playing: Northbound by Low Tide Choir')
  await evaluateAudio(page, (audio) =>
    audio.addEventListener('ended', () => {
      window.stateAtEnd ??= { next: audio.src.slice(0, 5), paused: audio.paused }
    }),
  )
  await expect(bar(page).getByRole('link')).toContainText('Nocturne')
  await expect(liveRegion(page)).toHaveText('Now playing: Nocturne by Low Tide Choir')
  // Gapless: the next track plays from memory before other `ended` listeners run.
  expect(await page.evaluate(() => window.stateAtEnd)).toEqual({ next: 'blob:', paused: false })
  await barButton(page, 'Pause').click()

  // A track played to its end is cached without downloading any byte twice.
  const refetched = () =>
    page.evaluate(
      (path) =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name, initiatorType }) => initiatorType === 'fetch' && name.includes(path))
          .map(({ transferSize, decodedBodySize }) => [transferSize, decodedBodySize]),
      `${tracks[0]?.id}/audio`,
    )
  await expect.poll(refetched).toEqual([[0, 8 * 8000 + 44]])
  await barButton(page, 'Previous').click()
  await expect(bar(page).getByRole('link')).toContainText('Northbound')
  expect(await evaluateAudio(page, (audio) => audio.src)).toMatch(/^blob:/)

  // Their beginnings have been heard.
  await setPlaybackPosition(page, 7)
  await expect(bar(page).getByRole('link')).toContainText('Nocturne')
  await setPlaybackPosition(page, 3)
  await expect(bar(page).getByRole('link')).toContainText('Winter Coat')
  await expect(barButton(page, 'Next')).toBeDisabled()
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  const from = await playbackPosition(page)
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(from + 1)
  await bar(page).getByRole('link').click()
  await expect(page).toHaveURL(`/track/${tracks[2]?.slug}`)
})

test('player: only one track plays at a time, and a queue that has ended can be played again', async ({
  page,
  request,
  context,
}) => {
  const track = await trackOf(request, { title: 'Alone' })
  await openTrack(page, track)
  await page.waitForLoadState('networkidle')
  await playButton(page, 'Play', 'Alone').click()
  await expect(barButton(page, 'Pause')).toBeVisible()

  await test.step('another element in the page', async () => {
    await page.evaluate(async (src) => {
      window.preview = Object.assign(document.createElement('audio'), { src })
      document.body.append(window.preview)
      await window.preview.play()
    }, `/api/tracks/${track.id}/audio`)
    await expect(barButton(page, 'Play')).toBeVisible()
    await barButton(page, 'Play').click()
    await expect(barButton(page, 'Pause')).toBeVisible()
    expect(await page.evaluate(() => window.preview.paused)).toBe(true)
  })

  await test.step('another tab', async () => {
    const other = await context.newPage()
    await openTrack(other, track)
    await other.waitForLoadState('networkidle')
    await playButton(other, 'Play', 'Alone').click()
    await expect(barButton(page, 'Play')).toBeVisible()
    await expect(barButton(other, 'Pause')).toBeVisible()
    await other.close()
  })

  await test.step('the end of the queue', async () => {
    await playButton(page, 'Play', 'Alone').click()
    await expect(playButton(page, 'Pause', 'Alone')).toBeVisible()
    await setPlaybackPosition(page, 59)
    await expect(playButton(page, 'Play', 'Alone')).toBeVisible()
    expect(await evaluateAudio(page, (audio) => audio.ended)).toBe(true)
    await barButton(page, 'Play').click()
    await expect(barButton(page, 'Pause')).toBeVisible()

    // A time update renders only the slider and the time.
    await page.locator('#player').evaluate((player) => {
      window.updatedElements = new Set()
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement
          const updated = element?.closest('button, a, [role=slider], span, div')
          window.updatedElements.add(String(updated?.localName))
        }
      }).observe(player, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    const from = await playbackPosition(page)
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(from + 1)
    expect(await page.evaluate(() => [...window.updatedElements])).toEqual(['span'])
    await barButton(page, 'Close player').click()
    await expect(bar(page)).toBeHidden()
    expect(await evaluateAudio(page, (audio) => audio.paused)).toBe(true)
  })
})

test('player: a reload restores queue, position and volume paused, and the end of the session clears them', async ({
  page,
  context,
}) => {
  await signedInUser(page.request)
  const track = await uploadTrack(page.request, { title: 'Mine', privacy: 'private' })
  await openTrack(page, track)
  await playButton(page, 'Play', 'Mine').click()
  await expect(barButton(page, 'Pause')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.getByRole('slider', { name: 'Volume' }).press('Home')
  for (let i = 0; i < 3; i++) await page.getByRole('slider', { name: 'Volume' }).press('PageUp')
  await page.getByRole('slider', { name: /^Seek in/ }).press('PageUp')
  await page.getByRole('slider', { name: /^Seek in/ }).press('PageUp')
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(13)
  const before = await playbackPosition(page)

  await page.reload()
  await expect(bar(page).getByRole('link')).toContainText('Mine')
  await expect(barButton(page, 'Play')).toBeVisible()
  expect(await evaluateAudio(page, (audio) => audio.paused)).toBe(true)
  expect(Math.abs((await playbackPosition(page)) - before)).toBeLessThan(4)
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuenow', '30')
  expect(await evaluateAudio(page, (audio) => audio.volume)).toBeCloseTo(0.3)
  await barButton(page, 'Play').click()
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(before + 0.5)

  await context.clearCookies()
  await page.goto('/discover', { waitUntil: 'networkidle' })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('player-queue'))).toBeNull()
  await expect(bar(page)).toBeHidden()
})

test('player: keyboard shortcuts and media keys control playback, and a dialog lists them', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    window.buttons = {}
    navigator.mediaSession.setActionHandler = (action, handler) => {
      window.buttons[action] = handler
    }
    navigator.mediaSession.setPositionState = (state = {}) => {
      window.positionState = state
    }
  })
  const { playlist } = await playlistOf(request, [60, 60])
  await playAll(page, playlist)
  await test.step('shortcuts control playback', async () => {
    await page.locator('main').focus()
    await page.keyboard.press('Space')
    await expect(barButton(page, 'Play')).toBeVisible()
    const paused = await playbackPosition(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => playbackPosition(page)).toBeCloseTo(paused + 5, 1)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => playbackPosition(page)).toBeCloseTo(paused, 1)
    await page.keyboard.press('m')
    await expect(barButton(page, 'Unmute')).toBeVisible()
    expect(await evaluateAudio(page, (audio) => audio.muted)).toBe(true)
    await page.keyboard.press('m')
    await page.keyboard.press('n')
    await expect(bar(page).getByRole('link')).toContainText('Nocturne')
    await page.keyboard.press('p')
    await expect(bar(page).getByRole('link')).toContainText('Northbound')
    await expect(barButton(page, 'Pause')).toBeVisible()
  })

  const search = page.getByRole('combobox', { name: 'Search' }).first()
  await test.step('they do not apply in controls', async () => {
    // Shortcuts do not apply in a button, a slider or a text field.
    await barButton(page, 'Mute').focus()
    await page.keyboard.press('Space')
    await expect(barButton(page, 'Unmute')).toBeVisible()
    await expect(barButton(page, 'Pause')).toBeVisible()
    await page.keyboard.press('Control+m')
    await expect(barButton(page, 'Unmute')).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('mn p?')
    await expect(search).toHaveValue('mn p?')
    await expect(bar(page).getByRole('link')).toContainText('Northbound')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('a dialog lists them and turns them off', async () => {
    await page.locator('main').focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByRole('term')).toHaveCount(16)
    await expectAccessible(page)
    await page.keyboard.press('n')
    await sheet.getByRole('switch', { name: 'Use keyboard shortcuts in this browser' }).click()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.locator('main').focus()
    for (const key of ['n', '?', '/']) await page.keyboard.press(key)
    await expect(search).not.toBeFocused()
    await expect(sheet).toBeHidden()
    await expect(bar(page).getByRole('link')).toContainText('Northbound')
  })

  await test.step('media keys', async () => {
    await expect
      .poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title))
      .toBe('Northbound')
    expect(
      await page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession
        return [metadata?.artist, metadata?.artwork.map(({ sizes }) => sizes), playbackState]
      }),
    ).toEqual(['Low Tide Choir', ['96x96', '192x192', '384x384', '768x768'], 'playing'])
    expect(await page.evaluate(() => window.buttons.previoustrack)).toBeNull()
    await page.evaluate(() => window.buttons.seekto?.({ action: 'seekto', seekTime: 30 }))
    await expect
      .poll(() => page.evaluate(() => window.positionState?.position))
      .toBeGreaterThanOrEqual(30)
    expect(await page.evaluate(() => window.positionState.duration)).toBe(60)
    await page.evaluate(() => window.buttons.pause?.({ action: 'pause' }))
    await expect(barButton(page, 'Play')).toBeVisible()
    await page.evaluate(() => window.buttons.nexttrack?.({ action: 'nexttrack' }))
    await expect(bar(page).getByRole('link')).toContainText('Nocturne')
    expect(await page.evaluate(() => window.buttons.nexttrack)).toBeNull()
    await page.evaluate(() => window.buttons.stop?.({ action: 'stop' }))
    await expect(bar(page)).toBeHidden()
  })
})
