import { devices, expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { denyClipboard } from './playlist-data.ts'
import { test } from './test.ts'
import { openTrack, playButton, position, toast, trackOf, waveform } from './track-page.ts'

test('track playback: the waveform follows playback, and seeks by drag and click', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'First' })
  const second = await uploadTrack(request, { title: 'Second' })
  await openTrack(page, track)
  await expect(waveform(page)).toHaveAttribute('aria-valuetext', '0 seconds of 1 minute 0 seconds')
  await playButton(page, 'Play', track.title).click()
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(2)
  await expect(page.getByRole('main').getByText('1 play', { exact: true })).toBeVisible()

  await test.step('playback renders only the playhead', async () => {
    await page.locator('main').evaluate((main) => {
      window.updatedElements = new Set()
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement
          const place = element?.closest('[role=slider]') ? ' on it' : ''
          window.updatedElements.add(element?.role ?? `${element?.localName}${place}`)
        }
      }).observe(main, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    const from = await position(page)
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(from + 2)
    expect(await page.evaluate(() => [...window.updatedElements].sort())).toEqual([
      'slider',
      'span on it',
    ])
  })

  const { x = 0, y = 0, width = 0 } = (await waveform(page).boundingBox()) ?? {}
  await test.step('drag the playhead', async () => {
    const progress = page.getByRole('slider', { name: 'Progress' })
    await page.mouse.move(x + width * 0.2, y + 50)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.75, y + 90, { steps: 5 })
    await expect(waveform(page)).toHaveText('0:45')
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeLessThan(40)
    await page.mouse.up()
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(45)
    await expect
      .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
      .toBeGreaterThan(74)
  })

  await test.step('pause and seek by a click', async () => {
    await playButton(page, 'Pause', track.title).click()
    await expect(playButton(page, 'Play', track.title)).toBeVisible()
    const box = await waveform(page).boundingBox()
    await waveform(page).click({ position: { x: (box?.width ?? 0) / 2, y: 40 } })
    await expect.poll(() => position(page)).toBe(30)
    await expect(waveform(page)).toHaveText('0:30')

    await playButton(page, 'Play', track.title).click()
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(31)
  })

  await test.step('seeking in another track starts it there', async () => {
    await page.getByRole('link', { name: second.title }).last().click()
    await expect(page).toHaveURL(`/track/${second.slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.title)
    await expect(waveform(page)).toHaveAttribute('aria-valuenow', '0')
    await expect(waveform(page)).toHaveText('')
    await waveform(page).click({ position: { x: width / 4, y: 40 } })
    await expect(playButton(page, 'Pause', second.title)).toBeVisible()
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(16)
    expect(await position(page)).toBeLessThan(40)

    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(track.title)
    await expect(waveform(page)).toHaveAttribute('aria-valuenow', '0')
  })
})

test('track playback: it is controlled with the keyboard only', async ({ page, request }) => {
  const track = await trackOf(request)
  await signedInUser(page.request)
  await openTrack(page, track)
  const main = page.getByRole('main')
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
  await main.getByRole('button', { name: /^Follow/ }).focus()
  await page.keyboard.press('Tab')
  await expect(playButton(page, 'Play', track.title)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(1)
  await page.keyboard.press('Enter')
  await expect(playButton(page, 'Play', track.title)).toBeVisible()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(main.getByRole('button', { name: 'Liked', exact: true })).toBeFocused()

  await waveform(page).focus()
  for (const [key, time] of [
    ['Home', '0'],
    ['ArrowRight', '5'],
    ['ArrowUp', '10'],
    ['PageUp', '16'],
    ['ArrowLeft', '11'],
    ['PageDown', '5'],
    ['ArrowDown', '0'],
    ['End', '60'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(waveform(page)).toHaveAttribute('aria-valuenow', time)
  }
  await expect(waveform(page)).toBeFocused()
})

test('share dialog: a link can start at a moment, from which its page plays', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const track = await trackOf(request, { title: 'Northbound' })
  await openTrack(page, track)
  await page.getByRole('main').getByRole('button', { name: 'Options for Northbound' }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByRole('switch', { name: /^Start at/ }).click()
  await dialog.getByLabel('Time').fill('0:03')
  const link = `${baseURL}/track/${track.slug}?t=3`
  await expect(dialog.getByLabel('Link')).toHaveValue(link)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await page.goto(link)
  await playButton(page, 'Play', 'Northbound').click()
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(3)
})

test('track page: Share copies the link, or shows it for ten seconds', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const track = await trackOf(request, { title: 'A rather long name for such a short song' })
  await openTrack(page, track)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Share' }).click()
  const link = `${baseURL}/track/${track.slug}`
  await expect(toast(page)).toContainText('Link copied!')
  await expect(toast(page)).toContainText(link.slice(0, 50))
  await expect(toast(page)).not.toContainText(link.slice(0, 51))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await page.clock.install()
  await denyClipboard(page)
  await main.getByRole('button', { name: 'Share' }).click()
  await expect(toast(page)).toContainText('Copy this link')
  await expect(toast(page)).toContainText(link)
  await page.mouse.move(5, 5)
  await page.clock.fastForward(8_000)
  await expect(toast(page)).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(toast(page)).toBeHidden()
})

test.describe(() => {
  const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']
  test.use({ viewport, userAgent, isMobile, hasTouch })

  test('track page: on a phone everything fits, a tap seeks, and Share opens the share sheet', async ({
    page,
    request,
    baseURL,
  }) => {
    await page.addInitScript(() => {
      navigator.share = async (data = {}) => {
        window.shared = data
      }
    })
    const track = await trackOf(request, {
      title: 'Donaudampfschifffahrtsgesellschaftskapitänslied',
      description: `https://example.org/${'long/'.repeat(40)}`,
    })
    await openTrack(page, track)
    await expect(page.getByRole('heading', { name: 'Track Stats' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)

    const { width = 0 } = (await waveform(page).boundingBox()) ?? {}
    await waveform(page).tap({ position: { x: width - 2, y: 30 } })
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(59)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)

    await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
    await expect
      .poll(() => page.evaluate(() => window.shared))
      .toEqual({
        title: track.title,
        url: `${baseURL}/track/${track.slug}`,
      })
    await expect(toast(page)).toBeHidden()
  })
})
