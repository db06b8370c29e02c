import { expect, type Page } from '@playwright/test'
import type { TrackDetail } from '#contract/tracks.ts'
import { captureAudio } from './capture-audio.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { bar, barButton, evaluateAudio, playAll } from './player-bar.ts'
import { createPlaylist } from './playlist-data.ts'
import { sine, wavOf } from './sound-data.ts'
import { test } from './test.ts'

/** Decibels of the tone that the page puts out. A steady tone has the same level twice. */
const outputLevel = (page: Page) =>
  evaluateAudio(page, async (audio) => {
    if (!window.meter) {
      const context = new AudioContext()
      window.meter = new AnalyserNode(context, { fftSize: 16384 })
      context.createMediaElementSource(audio).connect(window.meter).connect(context.destination)
    }
    const samples = new Float32Array(16384)
    for (let previous = Number.NaN; ; ) {
      window.meter.getFloatTimeDomainData(samples)
      const level = 10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length)
      if (level > -80 && Math.abs(level - previous) < 0.02) return level
      previous = level
      const from = audio.currentTime
      while (audio.currentTime >= from && audio.currentTime < from + 0.4)
        await new Promise(requestAnimationFrame)
    }
  })

test('sound settings: masters 8 LU apart sound equally loud, and the choices are remembered', async ({
  page,
  request,
}) => {
  await captureAudio(page)
  await signedInUser(request)
  const upload = async (title: string, amplitude: number): Promise<TrackDetail> => {
    const { id } = await uploadTrack(request, { title, audio: wavOf(30, sine(997, amplitude)) })
    return (await request.get(`/api/tracks/slug/${id}`)).json()
  }
  const loud = await upload('Loud master', 0.9)
  const soft = await upload('Soft master', 0.9 * 10 ** -0.4)
  expect((loud.loudness ?? 0) - (soft.loudness ?? 0)).toBeCloseTo(8, 1)
  await playAll(page, await createPlaylist(request, { tracks: [loud, soft] }))
  const levelled = await outputLevel(page)
  await barButton(page, 'Next').click()
  await expect(bar(page).getByText('Soft master')).toBeVisible()
  await expect(barButton(page, 'Pause')).toBeVisible()
  const softLevel = await outputLevel(page)
  expect(Math.abs(levelled - softLevel)).toBeLessThan(0.5)

  await barButton(page, 'Expand player').click()
  const player = page.getByRole('dialog').first()
  const openSettings = () => player.getByRole('button', { name: 'Sound settings' }).click()
  await openSettings()
  const levelling = page.getByRole('switch', { name: 'Level loudness' })
  await expect(levelling).toBeChecked()
  await levelling.click()
  await expect(levelling).not.toBeChecked()
  const difference = (soft.loudness ?? 0) + 16
  await expect.poll(async () => (await outputLevel(page)) - softLevel).toBeCloseTo(difference, 0)
  const quality = page.getByLabel('Audio quality')
  await expect(quality).toHaveValue('auto')
  await quality.selectOption('Data saver')
  await page.keyboard.press('Escape')
  await expect(quality).toHaveCount(0)
  await expect(player).toBeVisible()

  await page.reload()
  await barButton(page, 'Expand player').click()
  await openSettings()
  await expect(levelling).not.toBeChecked()
  await expect(quality).toHaveValue('data-saver')
})
