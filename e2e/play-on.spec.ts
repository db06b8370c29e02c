import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { captureAudio } from './capture-audio.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { barButton, evaluateAudio } from './player-bar.ts'
import { test } from './test.ts'

/**
 * The browser of the tests knows no device. This stands in for the `remote` of audio elements: it offers one, as Chrome
 * does only for a source that a device could fetch, and connects to it when asked.
 */
async function standInForDevices(page: Page) {
  await page.addInitScript(() => {
    class Remote extends EventTarget {
      state = 'disconnected'
      audio: HTMLMediaElement
      constructor(audio: HTMLMediaElement) {
        super()
        this.audio = audio
      }
      async watchAvailability(callback: (isAvailable: boolean) => void) {
        callback(this.audio.src.startsWith('http'))
        return 1
      }
      async cancelWatchAvailability() {}
      async prompt() {
        if (this.audio.src.startsWith('blob:')) throw new DOMException('', 'NotSupportedError')
        const isConnected = this.state === 'connected'
        this.state = isConnected ? 'disconnected' : 'connected'
        this.dispatchEvent(new Event(isConnected ? 'disconnect' : 'connect'))
      }
    }
    const remotes = new WeakMap<HTMLMediaElement, Remote>()
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
      get(this: HTMLMediaElement) {
        const remote = remotes.get(this) ?? new Remote(this)
        remotes.set(this, remote)
        return remote
      },
    })
  })
}

async function playExpanded(page: Page) {
  await captureAudio(page)
  await signedInUser(page.request)
  const track = await uploadTrack(page.request, { seconds: 60, renditions: true })
  await page.goto(`/track/${track.slug}`, { waitUntil: 'networkidle' })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await barButton(page, 'Expand player').click()
  const player = page.getByRole('dialog')
  await expect(player.getByRole('button', { name: 'Sleep timer' })).toBeVisible()
  return player
}
const source = (page: Page) => evaluateAudio(page, ({ src }) => src)

test('play on: a device plays the file by its URL, and is left again', async ({ page }) => {
  await standInForDevices(page)
  const player = await playExpanded(page)
  expect(await source(page)).toMatch(/^blob:/)
  await player.getByRole('button', { name: 'Play on…' }).click()
  const connected = player.getByRole('button', { name: /^Connected: another device plays/ })
  await expect(connected).toHaveText('Connected')
  expect(await source(page)).toMatch(/\/api\/tracks\/[^/]+\/audio/)
  await expectAccessibleInBothThemes(page)
  await connected.click()
  await expect(player.getByRole('button', { name: 'Play on…' })).toBeVisible()
})
