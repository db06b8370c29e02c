import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { captureAudio } from './capture-audio.ts'
import { signedInUser, uploadTrack } from './data.ts'
import {
  bar,
  barButton,
  evaluateAudio,
  playbackPosition,
  setPlaybackPosition,
} from './player-bar.ts'
import { createPlaylist } from './playlist-data.ts'
import {
  longestSilence,
  measureBoundary,
  noise,
  startRecording,
  takeRecording,
} from './record-sound.ts'
import { uniqueWord } from './search-data.ts'
import { wavOf } from './sound-data.ts'
import { test } from './test.ts'

// For the recorder, which is a worklet.
test.use({ bypassCSP: true })

const rate = 44_100
const wavFrom = (samples: Float32Array) => wavOf(samples.length / rate, (i) => samples[i] ?? 0)

/** One continuous recording, in two tracks. Silence before the last seconds of the first one is encoded in less time. */
async function halves(
  request: APIRequestContext,
  boundarySeconds: number,
  { silentSeconds = 0 }: { silentSeconds?: number } = {},
) {
  const boundary = Math.round(boundarySeconds * rate)
  const recording = new Float32Array(boundary + 1.2 * rate)
  const silent = silentSeconds * rate
  recording.set(noise(recording.length - silent), silent)
  const upload = (title: string, samples: Float32Array) =>
    uploadTrack(request, { title, audio: wavFrom(samples), renditions: true })
  const first = await upload('First half', recording.subarray(0, boundary))
  const second = await upload('Second half', recording.subarray(boundary))
  async function expectNoGap(page: Page) {
    const measured = measureBoundary(recording, await takeRecording(page), boundary)
    expect(Math.abs(measured.gapMs)).toBeLessThan(1)
    // A click would be an error that the encoder does not make elsewhere.
    expect(measured.errorAtBoundary).toBeLessThan(2 * measured.errorElsewhere)
  }
  return { first, second, upload, expectNoGap }
}

/** Opens a playlist of these tracks, and records what it plays. */
async function openRecorded(page: Page, request: APIRequestContext, tracks: Track[]) {
  // A name of its own: what plays from a list of the same name with the same track would be resumed.
  const playlist = await createPlaylist(request, { title: uniqueWord(), tracks })
  await page.goto(`/playlist/${playlist.slug}`, { waitUntil: 'networkidle' })
  await startRecording(page)
}
const play = (page: Page) => page.getByRole('button', { name: 'Play all' }).click()
async function playRecorded(page: Page, request: APIRequestContext, tracks: Track[]) {
  await openRecorded(page, request, tracks)
  await play(page)
}
const expectCurrent = (page: Page, title: string) =>
  expect(bar(page).getByText(title)).toBeVisible()
async function seekTo(page: Page, share: number) {
  const progress = bar(page).getByRole('slider', { name: 'Progress' })
  const { width, height } = (await progress.boundingBox()) ?? { width: 0, height: 0 }
  await progress.click({ position: { x: share * width, y: height / 2 } })
}
/** Of a track of twelve seconds. */
const seekToLastSeconds = (page: Page) => seekTo(page, 0.87)
const expectEnd = (page: Page) => expect(barButton(page, 'Play')).toBeVisible()

test('gapless: two halves of one recording follow without a gap, also if the queue changes late', async ({
  page,
  request,
}) => {
  await captureAudio(page)
  await signedInUser(request)
  const { first, second, upload, expectNoGap } = await halves(request, 1.5137)
  const other = await upload('Other', noise(rate, 7))
  const last = await uploadTrack(request, { title: 'Without rendition', seconds: 1 })

  await test.step('one after the other, and then a track without rendition', async () => {
    await playRecorded(page, request, [first, second, last])
    await expectCurrent(page, 'Second half')
    await expectCurrent(page, 'Without rendition')
    await expectEnd(page)
    await expectNoGap(page)
  })

  await test.step('another track is chosen as the next one in the last second', async () => {
    await playRecorded(page, request, [first, other, second])
    await barButton(page, 'Pause').click()
    await setPlaybackPosition(page, 0.7)
    // What follows is loaded.
    await expect.poll(() => evaluateAudio(page, (audio) => audio.duration)).toBeGreaterThan(2)
    await page.getByRole('main').getByRole('button', { name: 'Options for Second half' }).click()
    await page.getByRole('menuitem', { name: 'Play next' }).click()
    await takeRecording(page)
    await barButton(page, 'Play').click()
    await expectCurrent(page, 'Second half')
    await expectCurrent(page, 'Other')
    await expectNoGap(page)
    await expectEnd(page)
  })

  await test.step('at another speed, which changes during the track', async () => {
    await page.keyboard.press('>')
    await playRecorded(page, request, [first, second])
    expect(await evaluateAudio(page, (audio) => audio.playbackRate)).toBe(1.25)
    await page.keyboard.press('>')
    await expectCurrent(page, 'Second half')
    await expectEnd(page)
    expect(await evaluateAudio(page, (audio) => audio.playbackRate)).toBe(1.5)
    // Stretched in time, samples have no counterpart in the original.
    expect(longestSilence(await takeRecording(page))).toBeLessThan(20)
  })
})

test('gapless: no gap follows a seek to the end or a network failure before the boundary', async ({
  page,
  request,
}) => {
  await captureAudio(page)
  await signedInUser(request)
  // Longer than a fragment of a rendition.
  const { first, second, expectNoGap } = await halves(request, 12.0137)
  const audioOf = ({ id }: { id: string }) => `**/api/tracks/${id}/audio*`

  await test.step('a seek to the last seconds, which are not buffered', async () => {
    const seeked = Promise.withResolvers<void>()
    await page.route(audioOf(first), async (route) => {
      if (!route.request().headers()['range']?.startsWith('bytes=0-')) await seeked.promise
      await route.continue().catch(() => {})
    })
    await playRecorded(page, request, [first, second])
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0)
    await seekToLastSeconds(page)
    await expect.poll(() => evaluateAudio(page, (audio) => audio.currentTime)).toBeGreaterThan(10)
    expect(await evaluateAudio(page, (audio) => audio.readyState)).toBeLessThan(3)
    seeked.resolve()
    await expectCurrent(page, 'Second half')
    await expectEnd(page)
    await expectNoGap(page)
    await page.unroute(audioOf(first))
  })

  await test.step('a seek to the last tenths of a second, before which the next track is not loaded', async () => {
    const long = await halves(request, 22.0137, { silentSeconds: 19 })
    await playRecorded(page, request, [long.first, long.second])
    const bufferedEnd = () =>
      evaluateAudio(page, ({ buffered }) => buffered.length && buffered.end(buffered.length - 1))
    await expect.poll(bufferedEnd).toBeGreaterThan(22)
    await barButton(page, 'Pause').click()
    await takeRecording(page)
    await seekTo(page, 0.983)
    await expect.poll(bufferedEnd).toBeGreaterThan(22.5)
    await barButton(page, 'Play').click()
    await expectCurrent(page, 'Second half')
    await expectEnd(page)
    await long.expectNoGap(page)
  })

  await test.step('a next track that is loaded only after the end', async () => {
    await page.route(audioOf(second), async (route) => {
      await expectCurrent(page, 'Second half')
      await route.continue().catch(() => {})
    })
    await playRecorded(page, request, [first, second])
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0)
    await seekToLastSeconds(page)
    await expectCurrent(page, 'Second half')
    await expectEnd(page)
    await page.unroute(audioOf(second))
  })

  await test.step('the first requests for the next track fail', async () => {
    let failures = 0
    await openRecorded(page, request, [first, second])
    await page.route(audioOf(second), (route) => {
      failures += 1
      if (failures === 1) return route.abort('internetdisconnected')
      return failures === 2 ? route.fulfill({ status: 503 }) : route.continue()
    })
    await play(page)
    await expect.poll(() => evaluateAudio(page, (audio) => audio.duration)).toBeGreaterThan(12.5)
    expect(failures).toBeGreaterThan(2)
    await seekToLastSeconds(page)
    await expectCurrent(page, 'Second half')
    await expectEnd(page)
    await expectNoGap(page)
    await page.unroute(audioOf(second))
  })

  await test.step('the network fails at the boundary', async () => {
    await openRecorded(page, request, [first, second])
    await page.route(audioOf(second), (route) => route.abort('internetdisconnected'))
    await play(page)
    await expect(barButton(page, 'Pause')).toBeVisible()
    await seekToLastSeconds(page)
    await expect(bar(page).getByText('Reconnecting', { exact: false })).toBeVisible()
    await expectCurrent(page, 'Second half')
    await page.unroute(audioOf(second))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expectEnd(page)
    expect(longestSilence(await takeRecording(page))).toBeGreaterThan(20)
  })
})
