import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import { signedInUser, signInQuickly, uploadTrack } from '../data.ts'
import { startDeployments } from '../installed-app.ts'
import { playlistOf } from '../player-bar.ts'
import { createPlaylist, savedOrder, titles } from '../playlist-data.ts'
import { port } from '../ports.ts'
import { longestSilence, noise } from '../record-sound.ts'
import { uploadProcessed, wavOf } from '../sound-data.ts'
import type { Size } from './driver.ts'
import { startForeignPage } from './foreign-page.ts'
import type { Page } from './page.ts'
import type { Sound } from './sound.ts'

/** The main scenarios, written with the helpers of `page.ts`: every browser runs the same ones. */

type Visit = {
  page: Page
  size: Size
  /** Calls of the API as another user. */
  request: APIRequestContext
  sound: Sound
}

type Scenario = (visit: Visit) => Promise<void>

const player = '#player'
const fixtures = path.join(import.meta.dirname, '../../server/testing/fixtures')

const waitForPosition = (page: Page, seconds: number) =>
  page.wait(
    `playback is beyond ${seconds} seconds`,
    (after) => (window.sound?.currentTime ?? 0) > after,
    seconds,
  )

/** Waits until the audio has advanced by half a second. */
async function expectPlaying(page: Page): Promise<void> {
  await waitForPosition(page, (await page.position()) + 0.5)
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.open('/api/login')
  await page.type('input[name=email]', email)
  await page.type('input[name=password]', password)
  await page.driver.press(['Enter'])
  await page.wait('the user is signed in', () => location.pathname === '/')
}

/** Creates an account with the form, and signs in both the browser and the API calls. */
async function createAccount(page: Page, request: APIRequestContext): Promise<void> {
  const email = `${randomUUID()}@e2e.example`
  await page.open('/api/login?prompt=create')
  await page.type('input[name=displayName]', 'Ines Calder')
  await page.type('input[name=email]', email)
  await page.type('input[name=password]', 'a long enough secret')
  await page.driver.press(['Enter'])
  await page.wait('the user is signed in', () => location.pathname === '/')
  await signInQuickly(request, { email })
}

/** By how many samples a rendition is later than the original, both decoded by the browser. */
async function renditionLag(trackId: string, format: string): Promise<number> {
  const decode = async (name: string) => {
    const response = await fetch(`/api/tracks/${trackId}/audio?format=${name}`)
    const context = new OfflineAudioContext(1, 1, 44_100)
    return (await context.decodeAudioData(await response.arrayBuffer())).getChannelData(0)
  }
  const [original, rendition] = [await decode('original'), await decode(format)]
  let best = { lag: 0, sum: 0 }
  for (let lag = -1000; lag <= 5000; lag++) {
    let sum = 0
    for (let i = 44_100; i < 46_100; i++) sum += (original[i] ?? 0) * (rendition[i + lag] ?? 0)
    if (sum > best.sum) best = { lag, sum }
  }
  return best.lag
}

export const scenarios: Record<string, Scenario> = {
  async 'landing to sound'({ page, request, sound }) {
    await signedInUser(request, { displayName: 'Low Tide Choir' })
    await uploadTrack(request, { title: 'First Sound' })
    await page.open('/')
    await page.click('button', 'Play First Sound')
    await page.see(`${player} button`, 'Pause')
    await expectPlaying(page)
    await page.wait('the title names the track', () => document.title.startsWith('▶ First Sound'))
    await expect.poll(() => sound.isHeard()).toBe(true)
    await page.click(`${player} button`, 'Pause')
    await page.see(`${player} button`, 'Play')
    expect(await page.read(() => document.title)).not.toContain('▶')
  },

  async seek({ page, request }) {
    await signedInUser(request, { displayName: 'Low Tide Choir' })
    const track = await uploadTrack(request, { title: 'Sought', seconds: 120 })
    await page.open(`/track/${track.slug}`)
    // The first click on a track that is not loaded yet.
    await page.click('main [role=slider]', 'Seek in Sought', 0.5)
    await page.see(`${player} button`, 'Pause')
    await waitForPosition(page, 60.5)
    expect(await page.position()).toBeLessThan(90)
    await page.click(`${player} button`, 'Pause')
    await page.press(['Home'], 'main [role=slider]')
    await page.wait('it is at the start', () => window.sound?.currentTime === 0)
    await page.driver.press(Array(6).fill('ArrowRight'))
    await page.wait('six steps add up', () => Math.abs((window.sound?.currentTime ?? 0) - 30) < 0.5)
    await page.click(`${player} button`, 'Play')
    await expectPlaying(page)

    await page.open(`/track/${track.slug}`)
    await page.wait('the position is restored', () =>
      /^0:3\d of 2:00$/.test(document.querySelector('[aria-label=Progress]')?.ariaValueText ?? ''),
    )
    await page.click(`${player} button`, 'Play')
    await expectPlaying(page)
    expect(await page.position()).toBeGreaterThan(30)
    expect(await page.position()).toBeLessThan(60)
  },

  async renditions({ page, request, sound }) {
    await signedInUser(request, { displayName: 'Low Tide Choir' })
    const samples = noise(6 * 44_100)
    const half = (title: string, start: number) =>
      uploadProcessed(
        request,
        title,
        wavOf(3, (i) => samples[start + i] ?? 0),
      )
    const tracks = [await half('First half', 0), await half('Second half', 3 * 44_100)]
    const playlist = await createPlaylist(request, { tracks })
    await page.open(`/playlist/${playlist.slug}`)
    // Priming of AAC that is not removed would be 4,096 samples; Firefox leaves the 287 of Opus (6.5 ms).
    for (const [format, tolerance] of [
      ['aac', 3],
      ['opus', 290],
    ] as const)
      expect(
        Math.abs(await page.read(renditionLag, tracks[0]?.id ?? '', format)),
        format,
      ).toBeLessThan(tolerance)
    const recording = sound.record()
    await page.click('button', 'Play all')
    await page.see(`${player} button`, 'Pause')
    await page.see(`${player} a`, /Second half/)
    await page.see(`${player} button`, 'Play')
    const recorded = await recording.stop()
    // A busy machine may interrupt the sound elsewhere.
    const boundary = recorded.findLastIndex((sample) => sample !== 0) - 3 * 44_100
    const silence = longestSilence(recorded.subarray(boundary - 22_050, boundary + 22_050))
    // WebKit plays one file after the other. On a busy machine 22 ms were recorded in Firefox.
    const isGapless = await page.read(() => navigator.userAgent.includes('Firefox'))
    expect(silence, 'milliseconds of silence').toBeLessThan(isGapless ? 50 : 1000)
  },

  async queue({ page, request }) {
    const { playlist } = await playlistOf(request, [4, 60, 60])
    await page.open(`/playlist/${playlist.slug}`)
    await page.click('button', 'Play all')
    await page.see(`${player} a`, /^Northbound/)
    await page.see(`${player} a`, /^Nocturne/)
    await expectPlaying(page)
    await page.click(`${player} button`, 'Next')
    await page.see(`${player} a`, /^Winter Coat/)
    await expectPlaying(page)
    await page.click(`${player} button`, 'Previous')
    await page.see(`${player} a`, /^Nocturne/)
    await page.click(`${player} button`, 'Expand player')
    await page.see('[role=dialog] h2', 'Nocturne')
    await page.click('[role=dialog] button', 'Collapse player')
    await page.wait('the player is collapsed', () => !document.querySelector('[role=dialog]'))
    await page.click(`${player} button`, 'Close player')
    await page.wait('the player is closed', () => !document.querySelector('#player'))
  },

  async share({ page, request }) {
    await signedInUser(request, { displayName: 'Low Tide Choir' })
    const track = await uploadTrack(request, { title: 'Shared' })
    await page.open(`/track/${track.slug}`)
    // The first press: later ones find all code loaded.
    await page.click('main button', 'Share')
    await page.see('.toasts li', /Link copied!/)
  },

  async embed({ page, request, sound }) {
    await signedInUser(request, { displayName: 'Low Tide Choir' })
    const track = await uploadTrack(request, { title: 'Framed' })
    const foreign = await startForeignPage(`http://localhost:${port}/embed/track/${track.slug}`)
    try {
      await page.driver.open(foreign.url)
      await page.wait('the frame has loaded', () => document.querySelector('iframe[data-loaded]'))
      // The play button: what is in the frame of another site cannot be found by its name.
      await page.driver.drag([{ x: 188, y: 40 }])
      await expect.poll(() => sound.isHeard()).toBe(true)
      const plays = async () =>
        (await (await request.get(`/api/tracks/slug/${track.slug}`)).json()).playCount
      await expect.poll(plays).toBe(1)
    } finally {
      foreign.close()
    }
  },

  async offline({ page, request, sound }) {
    await createAccount(page, request)
    const track = await uploadTrack(request, { title: 'Stored', seconds: 120 })
    // Another origin, so that it can be unreachable; cookies hold for all ports.
    const site = await startDeployments()
    try {
      await page.openUrl(`${site.origin}/track/${track.slug}`)
      await page.wait('there is a service worker', () => navigator.serviceWorker.controller)
      await page.click('main button', 'Options for Stored')
      await page.click('[role=menuitem]', 'Make available offline')
      await page.see('.toasts li', /Available offline/)
      site.close()
      await page.openUrl(`${site.origin}/library/offline`)
      await page.see('.toasts li', /You are offline/)
      await page.click('main a', 'Stored')
      await page.click('main [role=slider]', 'Seek in Stored', 0.5)
      await page.see(`${player} button`, 'Pause')
      await waitForPosition(page, 60.5)
      await expect.poll(() => sound.isHeard()).toBe(true)
    } finally {
      site.close()
    }
  },

  async upload({ page, request }) {
    await createAccount(page, request)
    await page.open('/upload')
    await page.chooseFile('input[type=file]', path.join(fixtures, 'tone.mp3'))
    await page.see('button', 'Remove tone.mp3')
    await page.read(() => document.querySelector<HTMLInputElement>('input[name=title]')?.select())
    await page.press(['x'], 'input[name=title]')
    await page.click('button', 'Save track')
    await page.see('.toasts li', /Track uploaded successfully!/)
    await page.wait('the home page opens', () => location.pathname === '/')
  },

  async 'playlist reorder'({ page, request }) {
    await createAccount(page, request)
    const tracks = await Promise.all(
      titles.map((title) => uploadTrack(request, { title, seconds: 20 })),
    )
    const playlist = await createPlaylist(request, { tracks })
    await page.open(`/playlist/${playlist.slug}`)
    const from = await page.pointOf('button', 'Reorder Northbound')
    const steps = Array.from({ length: 13 }, (_, n) => ({ x: from.x + 2, y: from.y + n * 13 }))
    await page.driver.drag([from, ...steps])
    await page.see('.toasts li', /Tracks reordered/)
    const order = ['Nocturne', 'Winter Coat', 'Northbound', 'Copper Wire']
    expect(await savedOrder(request, playlist.id)).toEqual(order)

    await page.press(['Space'], 'button', 'Reorder Copper Wire')
    const isAnnounced = (text: string) =>
      document.querySelector('p[role=status]')?.textContent.includes(text)
    await page.wait('the row is picked up', isAnnounced, 'picked up')
    for (let presses = 0; presses < 6; presses++) {
      if (await page.read(isAnnounced, 'track 3 of 4')) break
      await page.driver.press(['ArrowUp'])
    }
    await page.driver.press(['Space'])
    await page.wait('the row is dropped', isAnnounced, 'is now track 3 of 4')
    await expect
      .poll(() => savedOrder(request, playlist.id))
      .toEqual(['Nocturne', 'Winter Coat', 'Copper Wire', 'Northbound'])
  },

  async dashboard({ page }) {
    await signIn(page, 'admin@localhost', 'correct horse battery')
    await page.open('/letmein')
    await page.click('[role=tab]', /^Analytics/)
    await page.see('h3', 'Plays per Day')
    const isVisible = await page.read(() => {
      const caption = document.querySelector('caption') as HTMLElement
      caption.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = caption.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === caption
    })
    expect(isVisible, 'the caption of the table for screen readers is visible').toBe(false)
    for (const tab of [/^Users/, /^Settings/, /^Content/]) {
      await page.click('[role=tab]', tab)
      await page.see('[role=tab][aria-selected=true]', tab)
    }
  },

  async 'unknown page'({ page, size }) {
    await page.open('/no/such/page')
    await page.see('h1', '404 Page Not Found')
    const { scrollWidth, clientWidth } = await page.read(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }))
    expect(scrollWidth).toBe(clientWidth)
    expect(await page.read(() => innerWidth)).toBe(size.width)
    await page.click('a', 'Back to Home')
    await page.wait('the home page opens', () => location.pathname === '/')
  },
}
