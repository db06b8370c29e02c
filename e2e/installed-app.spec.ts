import { expect, test } from '@playwright/test'
import { signedInUser, uploadTrack } from './data.ts'
import { serviceWorkerReady, startDeployments } from './installed-app.ts'
import { barButton } from './player-bar.ts'
import { playButton } from './track-page.ts'

test.use({ serviceWorkers: 'allow' })

test('installed app: Chromium can install the site, and offline every address opens and says so', async ({
  page,
  context,
}) => {
  await page.goto('/discover')
  const browser = await context.newCDPSession(page)
  // The headless shell checks the manifest, the whole browser also whether it can be installed.
  const { errors, url } = await browser.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  await serviceWorkerReady(page)
  await context.setOffline(true)
  for (const path of ['/genre/jazz', '/library', '/nothing/of/that/name']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible()
  }
})

test('installed app: a new version waits until reload is pressed, interrupts no playback, and older tabs keep their code', async ({
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
    for (const tab of [page, other]) await tab.evaluate('window.isOld = true')

    // The new version has none of the old files, neither on the server nor in its list.
    site.deploy({
      serviceWorker: (script) => script.replace(/\/assets\/search-page-[\w-]+\.js,/, ''),
      missing: /^\/assets\/search-page/,
    })
    await page.evaluate('navigator.serviceWorker.ready.then((worker) => worker.update())')
    const notice = page.getByRole('status').filter({ hasText: 'New version: reload' })
    await expect(notice).toBeVisible()
    await expect(barButton(page, 'Pause')).toBeVisible()
    expect(await page.evaluate('window.isOld')).toBe(true)
    await expect(other.getByRole('button', { name: 'reload', exact: true })).toBeVisible()

    await notice.getByRole('button', { name: 'reload', exact: true }).click()
    await expect.poll(() => page.evaluate('window.isOld').catch(() => true)).toBeUndefined()
    await expect(barButton(page, 'Play')).toBeVisible()
    // The other tab has neither been reloaded nor lost a page that it had not opened yet.
    await other.bringToFront()
    await other.getByRole('searchbox').or(other.getByRole('combobox')).first().fill('tide')
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL(/\/search\?q=tide/)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await other.evaluate('window.isOld')).toBe(true)
  } finally {
    site.close()
  }
})
