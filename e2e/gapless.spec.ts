import { expect, type Page, test } from '@playwright/test'
import { captureAudio } from './capture-audio.ts'
import { uploadTrack } from './data.ts'
import { ownServer } from './own-server.ts'
import { bar, barButton, evaluateAudio } from './player-bar.ts'
import { createPlaylist } from './playlist-data.ts'
import { measureJoint, noise, startRecording, takeRecording } from './record-sound.ts'
import { uploadProcessed, wavOf } from './sound-data.ts'

// `e2e/serve.ts` turns renditions off for all other tests.
const server = ownServer(1, { RENDITIONS: 'on' })
// For the recorder, which is a worklet.
test.use({ bypassCSP: true, baseURL: server.url })

let stopServer = async () => {}
test.beforeAll(async () => {
  stopServer = await server.start()
})
test.afterAll(() => stopServer())

const rate = 44_100
const recording = noise(7 * rate)
const joint = Math.round(3.0137 * rate)
const wavFrom = (samples: Float32Array) => wavOf(samples.length / rate, (i) => samples[i] ?? 0)

async function expectNoGap(page: Page) {
  const measured = measureJoint(recording, await takeRecording(page), joint)
  expect(Math.abs(measured.gapMs)).toBeLessThan(1)
  // A click would be an error that the encoder does not make elsewhere.
  expect(measured.errorAtJoint).toBeLessThan(2 * measured.errorElsewhere)
}

test('gapless: two halves of one recording follow without a gap or a click, also if the queue changes in the last second', async ({
  page,
  request,
}) => {
  await captureAudio(page)
  await server.signIn(request)
  const first = await uploadProcessed(request, 'First half', wavFrom(recording.subarray(0, joint)))
  const second = await uploadProcessed(request, 'Second half', wavFrom(recording.subarray(joint)))
  const other = await uploadProcessed(request, 'Other', wavFrom(noise(3 * rate, 7)))
  const last = await uploadTrack(request, {
    title: 'Without rendition',
    seconds: 2,
    isUploaded: true,
  })
  expect(first.formats.map(({ format }) => format)).toContain('aac')

  await test.step('one after the other, and then a track without rendition', async () => {
    const playlist = await createPlaylist(request, { tracks: [first, second, last] })
    await page.goto(`/playlist/${playlist.slug}`, { waitUntil: 'networkidle' })
    await startRecording(page)
    await page.getByRole('button', { name: 'Play all' }).click()
    await expect(bar(page).getByText('Second half')).toBeVisible()
    await expect(bar(page).getByText('Without rendition')).toBeVisible()
    await expect(barButton(page, 'Play')).toBeVisible()
    await expectNoGap(page)
  })

  await test.step('another track is chosen as the next one in the last second', async () => {
    const playlist = await createPlaylist(request, { tracks: [first, other, second] })
    await page.goto(`/playlist/${playlist.slug}`, { waitUntil: 'networkidle' })
    await startRecording(page)
    await page.getByRole('button', { name: 'Play all' }).click()
    await barButton(page, 'Pause').click()
    await page.evaluate('window.sounds[0].currentTime = 2.2')
    // What follows is loaded.
    await expect.poll(() => evaluateAudio<number>(page, 'duration')).toBeGreaterThan(5)
    await page.getByRole('main').getByRole('button', { name: 'Options for Second half' }).click()
    await page.getByRole('menuitem', { name: 'Play next' }).click()
    await takeRecording(page)
    await barButton(page, 'Play').click()
    await expect(bar(page).getByText('Second half')).toBeVisible()
    await expect(bar(page).getByText('Other')).toBeVisible()
    await expectNoGap(page)
  })
})
