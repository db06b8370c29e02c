import { expect, type Page } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { captureAudio } from './capture-audio.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { serviceWorkerReady, silentPath, startDeployments } from './installed-app.ts'
import { barButton, playbackPosition, playlistOf } from './player-bar.ts'
import { test } from './test.ts'
import { toneOf } from './tone.ts'
import { playButton, waveform } from './track-page.ts'

test.use({ serviceWorkers: 'allow' })

// One test: the service worker stores the whole build in every new context.
test('installed app: Chromium can install the site, and offline it opens and plays what is stored', async ({
  page,
  context,
  request,
}) => {
  await captureAudio(page)
  await page.goto('/discover')
  await test.step('Chromium can install the site', async () => {
    const browser = await context.newCDPSession(page)
    // The headless shell checks the manifest, the whole browser also whether it can be installed.
    const { errors, url } = await browser.send('Page.getAppManifest')
    expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })
  await serviceWorkerReady(page)

  await test.step('a link on another site opens a page', async () => {
    const body = `<a href="${new URL('/search', page.url()).href}">Search there</a>`
    await context.route('http://other.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    )
    await page.goto('http://other.example/')
    await page.getByRole('link').click()
    await expect(page.getByRole('banner')).toBeVisible()
    await context.unroute('http://other.example/')
  })

  await test.step('offline every address opens and says so', async () => {
    await context.setOffline(true)
    for (const path of ['/genre/jazz', '/library', '/nothing/of/that/name']) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible()
    }
    // On a phone the message covers no control of the page.
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height: 600 })
    const message = page.locator('.toasts li')
    await expect(message).toBeVisible()
    const { y: top = 0, height: messageHeight = 0 } = (await message.boundingBox()) ?? {}
    for (const control of await page.getByRole('main').locator('a, button').all()) {
      const { y = 0, height: controlHeight = 0 } = (await control.boundingBox()) ?? {}
      expect(y + controlHeight <= top || y >= top + messageHeight).toBe(true)
    }
    await page.setViewportSize({ width, height })
    await context.setOffline(false)
  })

  await test.step('a visitor who shares a file gets it after signing in, and a signed-in user at once', async () => {
    await share(page)
    await expect(page.getByRole('heading', { name: /Sign in/i }).first()).toBeVisible()
    await signedInUser(page.request)
    await page.goto('/upload')
    await page.getByRole('button', { name: 'Discard' }).click()

    // What the server returns if there is no service worker.
    await page.goto('/upload?shared=failed')
    await expect(page.getByText('The shared file could not be received.')).toBeVisible()

    // A file waits until it is wanted, because any site can send one, and is taken once.
    await share(page)
    await expect(page).toHaveURL(/\/upload$/)
    await expect(page.getByText('Received: Voice memo.wav')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove Voice memo.wav' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Use this file' }).click()
    await expect(page.getByRole('button', { name: 'Remove Voice memo.wav' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => caches.has('shared-files'))).toBe(false)
  })

  const { playlist, tracks } = await playlistOf(request, [60, 60])
  const [first] = tracks as [Track]
  const cached = () => page.evaluate(storedPaths)
  await page.goto(`/track/${first.slug}`)

  await test.step('storing a track needs space, and Remove all deletes it', async () => {
    const trackMenu = page.getByRole('main').getByRole('button', { name: 'Options for Northbound' })
    const save = async () => {
      await trackMenu.click()
      await page.getByRole('menuitem', { name: 'Make available offline' }).click()
    }
    // The device is full after the first half of the audio.
    const { origin } = new URL(page.url())
    const storage = await context.newCDPSession(page)
    const { usage } = await storage.send('Storage.getUsageAndQuota', { origin })
    await storage.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 240_000 })
    await save()
    const sentence = 'There is not enough space on this device. Nothing of it was stored.'
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    // Who is signed in is known offline from the first visit on.
    await expect.poll(cached).toEqual(['/api/auth/user'])

    await storage.send('Storage.overrideQuotaForOrigin', { origin })
    await save()
    await expect(page.getByText('Available offline', { exact: true })).toBeVisible()
    await trackMenu.click()
    await expect(page.getByRole('menuitem', { name: 'Available offline' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Remove from this device' })).toBeVisible()
    await page.goto('/settings')
    await expect(page.getByText(/^1 track, [\d.]+ KB in all\./)).toBeVisible()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click()
    await expect(page.getByText('Nothing is stored on this device.')).toBeVisible()
    expect(await cached()).toEqual(['/api/auth/user'])
  })

  await test.step('stored tracks and playlists open and play without a network', async () => {
    await page.goto(`/playlist/${playlist.slug}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Make available offline' }).click()
    await expect(page.getByText('Available offline', { exact: true })).toBeVisible()

    const marks = page.getByRole('main').getByRole('img', { name: 'Available offline' })
    await expect(marks).toHaveCount(2)

    await context.setOffline(true)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('On this device')
    await expect(page.getByRole('main').getByRole('link', { name: 'Northbound' })).toBeVisible()
    await page.goto('/library/offline')
    await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Rain' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Northbound' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northbound')
    await expect(marks.first()).toBeVisible()
    await playButton(page, 'Play', 'Northbound').click()
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0.2)
    const { width = 0 } = (await waveform(page).boundingBox()) ?? {}
    await waveform(page).click({ position: { x: width * 0.75, y: 20 } })
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(40)
    const part = await page.evaluate(async (path) => {
      const response = await fetch(path, { headers: { range: 'bytes=1000-1999' } })
      return [response.status, (await response.arrayBuffer()).byteLength]
    }, `/api/tracks/${first.id}/audio`)
    expect(part).toEqual([206, 1000])
    // The check of what is stored gets no stored response.
    const statusOf = (cache: 'default' | 'no-store') =>
      page.evaluate(
        ({ path, ...options }) =>
          fetch(path, options).then(
            ({ status }) => status,
            () => 'failed',
          ),
        { path: `/api/tracks/slug/${first.id}`, cache },
      )
    expect([await statusOf('default'), await statusOf('no-store')]).toEqual([200, 'failed'])
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Rain' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain')
    await expect(page.getByRole('main').getByRole('link', { name: 'Nocturne' })).toBeVisible()
  })

  await test.step('a stored track that becomes private is deleted', async () => {
    // The track becomes private while the device is offline.
    await request.put(`/api/tracks/${first.id}`, { data: { privacy: 'private' } })
    await page.goto('/library/offline')
    const stored = page.getByRole('main').getByRole('link', { name: 'Northbound' })
    await expect(stored).toBeVisible()
    await context.setOffline(false)
    await expect(stored).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'Nocturne' })).toBeVisible()
    expect((await cached()).filter((path) => path.includes(first.id))).toEqual([])
  })

  await test.step('signing out deletes everything', async () => {
    const other = await context.newPage()
    await other.goto('/library/offline')
    await expect(other.getByRole('main').getByRole('link', { name: 'Nocturne' })).toBeVisible()
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect.poll(() => page.evaluate(userCaches)).toEqual([])
  })
})

const userCaches = async () => (await caches.keys()).filter((name) => name.startsWith('person-'))
/** The paths in the caches of users. */
async function storedPaths() {
  const names = (await caches.keys()).filter((name) => name.startsWith('person-'))
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return lists.flat().map(({ url }) => new URL(url).pathname)
}
/** Posts a file as the share sheet does. */
const share = (page: Page) =>
  page.evaluate(
    (bytes) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', enctype: 'multipart/form-data', action: '/upload' })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'audio' })
      const files = new DataTransfer()
      const file = new File([Uint8Array.from(bytes)], 'Voice memo.wav', { type: 'audio/wav' })
      files.items.add(file)
      input.files = files.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [...toneOf(0.1)],
  )

test('installed app: a new version waits for a reload, and older tabs keep their code', async ({
  page,
  context,
  request,
}) => {
  await signedInUser(request)
  const track = await uploadTrack(request, { title: 'Slow Deployment' })
  const site = await startDeployments()
  try {
    await page.goto(`${site.origin}/track/${track.slug}`)
    await serviceWorkerReady(page)
    const other = await context.newPage()
    await other.goto(`${site.origin}/discover`)
    await serviceWorkerReady(other)
    await page.bringToFront()
    await playButton(page, 'Play', 'Slow Deployment').click()
    await expect(barButton(page, 'Pause')).toBeVisible()
    for (const tab of [page, other])
      await tab.evaluate(() => Object.assign(window, { isOld: true }).isOld)

    // The new version has none of the old files, neither on the server nor in its list.
    site.deploy({
      serviceWorker: (script) => script.replace(/\/assets\/search-page-[\w-]+\.js,/, ''),
      missing: /^\/assets\/search-page/,
    })
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    const notice = page.getByRole('status').filter({ hasText: 'New version: reload' })
    await expect(notice).toBeVisible()
    await expect(barButton(page, 'Pause')).toBeVisible()
    expect(await page.evaluate(() => window.isOld)).toBe(true)
    await expect(other.getByRole('button', { name: 'reload', exact: true })).toBeVisible()
    // On a phone the open menu is above the notice.
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link')
      .first()
      .click({ trial: true })
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width, height })

    // A worker with a request in flight is not replaced at once.
    await other.evaluate((path) => void fetch(path).catch(() => {}), silentPath)
    await notice.getByRole('button', { name: 'reload', exact: true }).click()
    await expect.poll(() => page.evaluate(() => window.isOld).catch(() => true)).toBeUndefined()
    await expect(barButton(page, 'Play')).toBeVisible()
    // The other tab has neither been reloaded nor lost a page that it had not opened yet.
    await other.bringToFront()
    await other.getByRole('searchbox').or(other.getByRole('combobox')).first().fill('tide')
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL(/\/search\?q=tide/)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await other.evaluate(() => window.isOld)).toBe(true)
  } finally {
    site.close()
  }
})
