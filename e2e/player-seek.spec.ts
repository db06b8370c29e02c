import { expect, type Page } from '@playwright/test'
import { captureAudio } from './capture-audio.ts'
import { signedInUser, uploadTrack } from './data.ts'
import {
  bar,
  barButton,
  evaluateAudio,
  playAll,
  playbackPosition,
  playlistOf,
} from './player-bar.ts'
import { test } from './test.ts'
import { openTrack, playButton, toast, trackOf, waveform } from './track-page.ts'

test.beforeEach(({ page }) => captureAudio(page))

const progress = (page: Page) => page.getByRole('slider', { name: 'Progress' })

test('player: a track chosen before the restored one has loaded starts at its beginning', async ({
  page,
  request,
}) => {
  const restored = await trackOf(request, { title: 'Restored' })
  const chosen = await uploadTrack(request, { title: 'Chosen' })
  const list = { tracks: [restored], index: 0, added: [], source: null, original: null, more: null }
  const queue = { owner: null, ...list }
  await page.addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries))
        localStorage.setItem(key, JSON.stringify(value))
    },
    { 'player-queue': queue, 'player-place': { trackId: restored.id, position: 42 } },
  )
  // Its metadata never arrives.
  await page.route(`**/api/tracks/${restored.id}/audio*`, () => {})
  await openTrack(page, chosen)
  await expect(bar(page).getByRole('link')).toContainText('Restored')
  expect(await playbackPosition(page)).toBe(42)
  await playButton(page, 'Play', 'Chosen').click()
  await expect(playButton(page, 'Pause', 'Chosen')).toBeVisible()
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0)
  expect(await playbackPosition(page)).toBeLessThan(30)
})

test('player bar: key presses add up, and a long mix can be searched precisely', async ({
  page,
  request,
}) => {
  await openTrack(page, await trackOf(request, { title: 'Night Market', seconds: 900 }))
  await playButton(page, 'Play', 'Night Market').click()
  await expect(page).toHaveTitle('▶ Night Market – Low Tide Choir')
  await barButton(page, 'Pause').click()
  await test.step('quick key presses add up', async () => {
    for (const slider of [waveform(page), progress(page)]) {
      await slider.press('Home')
      await expect.poll(() => playbackPosition(page)).toBe(0)
      await slider.focus()
      await page.evaluate(() => {
        const press = { key: 'ArrowRight', bubbles: true }
        for (let i = 0; i < 4; i++)
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press))
      })
      await expect.poll(() => playbackPosition(page)).toBe(20)
    }
  })

  await test.step('the progress takes the free width', async () => {
    for (const [width, atLeast] of [
      [768, 240],
      [1181, 240],
      [1920, 480],
      [1440, 480],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const { width: free = 0 } = (await progress(page).boundingBox()) ?? {}
      expect(free, `at ${width}`).toBeGreaterThanOrEqual(atLeast)
      await expect(bar(page).getByRole('slider', { name: 'Volume' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    // A phone in landscape has little height.
    for (const [width, hasVolume] of [
      [844, true],
      [667, false],
    ] as const) {
      await page.setViewportSize({ width, height: 375 })
      expect((await bar(page).boundingBox())?.height).toBeLessThan(84)
      expect((await progress(page).boundingBox())?.width).toBeGreaterThan(240)
      await expect(bar(page).getByRole('slider', { name: 'Volume' })).toBeVisible({
        visible: hasVolume,
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  await test.step('a drag away from the bar is precise', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const box = await progress(page).boundingBox()
    const { x = 0, y = 0, width = 0 } = box ?? {}
    await page.mouse.move(x + width / 2, y + 12)
    await expect(progress(page)).toHaveText('7:30')
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y - 300)
    // A third of the bar, which would be five minutes, in steps of a sixteenth.
    await page.mouse.move(x + width / 2 + width / 3, y - 300, { steps: 4 })
    await expect(progress(page)).toHaveText('7:48')
    await page.mouse.up()
    await expect.poll(() => playbackPosition(page)).toBeCloseTo(468.75, 0)
  })

  await test.step('the title shows what plays', async () => {
    await barButton(page, 'Play').click()
    await expect(barButton(page, 'Pause')).toBeVisible()
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page).toHaveTitle('Share Your Sound · Soundpost')
    await expect(page).toHaveTitle('▶ Night Market – Low Tide Choir')
    await barButton(page, 'Pause').click()
    await expect(page).toHaveTitle('Share Your Sound · Soundpost')
    expect(await evaluateAudio(page, (audio) => audio.paused)).toBe(true)
  })
})

test('player: a format that the browser cannot play is skipped and named', async ({
  page,
  request,
}) => {
  const { playlist, tracks } = await playlistOf(request, [60, 60, 60])
  await page.route(`**/api/tracks/${tracks[1]?.id}/audio*`, (route) =>
    route.fulfill({ status: 200, contentType: 'audio/mp4', body: 'not for this browser' }),
  )
  await playAll(page, playlist)
  await barButton(page, 'Next').click()
  await expect(bar(page).getByRole('link')).toContainText('Winter Coat')
  await expect(barButton(page, 'Pause')).toBeVisible()
  await expect(toast(page)).toContainText('Skipped "Nocturne"')
  await expect(toast(page)).toContainText('Your browser cannot play this format.')
})

test('toasts: they cover no control of the player, the queue, the search or a dialog', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'Uncovered' })
  await signedInUser(page.request)
  await openTrack(page, track)
  await playButton(page, 'Play', 'Uncovered').click()
  await expect(barButton(page, 'Pause')).toBeVisible()
  // The toast code loads after the page.
  await expect(page.locator('.toasts')).toBeAttached()
  const card = page.locator('.toasts li')
  const showToast = async () => {
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  }
  const sizes = [
    [1440, 900],
    [768, 1024],
    [844, 390],
    [390, 844],
  ] as const
  await test.step('above the player bar', async () => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await showToast()
      const { y = 0, height: cardHeight = 0 } = (await card.boundingBox()) ?? {}
      const { y: playerTop = 0 } = (await bar(page).boundingBox()) ?? {}
      expect(y + cardHeight).toBeLessThanOrEqual(playerTop)
      expect(y).toBeGreaterThan(height / 5)
    }
  })

  await test.step('over the expanded player', async () => {
    await barButton(page, 'Expand player').click()
    const expanded = page.getByRole('dialog')
    await expect(expanded).toHaveAccessibleName('Uncovered')
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await showToast()
      expect(await covered(page, dialogControls), `at ${width} × ${height}`).toEqual([])
    }
    await card.getByRole('button', { name: 'Dismiss', includeHidden: true }).click()
    await expect(page.getByText('You are offline', { exact: true })).toBeHidden()
    await expect(expanded).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(expanded).toBeHidden()
  })

  await test.step('over the queue and the search', async () => {
    await barButton(page, 'Queue').click()
    await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible()
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height })
      await showToast()
      const controls =
        width > 760 ? `${dialogControls}, #player button, ${searchField}` : dialogControls
      expect(await covered(page, controls), `at ${width} × ${height}`).toEqual([])
    }
    await page.getByRole('button', { name: 'Close queue' }).click()
  })

  await test.step('over a dialog', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('main').getByRole('button', { name: 'Options for Uncovered' }).click()
    await page.getByRole('menuitem', { name: 'Embed' }).click()
    await expect(page.getByRole('dialog', { name: 'Embed' })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 660 })
    await showToast()
    expect(await covered(page, `${dialogControls}, [role=dialog] h2`)).toEqual([])
  })
})

const dialogControls = '[role=dialog] :is(button, [role=slider])'
const searchField = 'header :is(input, [role=combobox], a, button)'

/** The names of controls that the toast overlaps. */
const covered = (page: Page, controls: string) =>
  page.evaluate((selector) => {
    const toast = document.querySelector('.toasts li')?.getBoundingClientRect()
    if (!toast) throw new Error('There is no toast.')
    return [...document.querySelectorAll(selector)]
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect()
        const isBeside = left >= toast.right || right <= toast.left
        return width && !isBeside && top < toast.bottom && bottom > toast.top
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  }, controls)
