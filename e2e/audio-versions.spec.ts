import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInAdministrator } from './admin-page.ts'
import { captureAudio } from './capture-audio.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { sine, wavOf } from './sound-data.ts'
import { test } from './test.ts'
import { isTransfer } from './upload-page.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Replace audio' })
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })

async function open(page: Page, track: Track) {
  await page.goto(paths.track(track))
  await page
    .getByRole('main')
    .getByRole('button', { name: `Options for ${track.title}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Replace audio' }).click()
}

/** Decibels of each of the two compared files, as they are put out now. */
const outputLevels = (page: Page) =>
  page.evaluate(async () => {
    const context = new AudioContext()
    const meters = window.sounds.slice(-2).map((audio) => {
      const meter = new AnalyserNode(context, { fftSize: 16384 })
      context.createMediaElementSource(audio).connect(meter).connect(context.destination)
      return meter
    })
    const levels = () =>
      meters.map((meter) => {
        const samples = new Float32Array(16384)
        meter.getFloatTimeDomainData(samples)
        return 10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length)
      })
    const settled = async () => {
      for (let before = levels(); ; ) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        const now = levels()
        const isSteady = (level: number, i: number) =>
          level < -80 || Math.abs(level - (before[i] ?? 0)) < 0.02
        if (now.some((level) => level > -80) && now.every(isSteady)) return now
        before = now
      }
    }
    const heard = await settled()
    document
      .querySelector('[aria-label="Compare"] button')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
    return { before: heard, after: await settled() }
  })

test('replacing the audio: the owner compares both at equal loudness, replaces and goes back', async ({
  page,
  request,
}) => {
  await captureAudio(page)
  await signedInUser(page.request)
  const track = await uploadTrack(page.request, {
    title: 'Mastered twice',
    audio: wavOf(30, sine(997, 0.9)),
  })
  const detail = async (): Promise<TrackDetail> =>
    (await request.get(`/api/tracks/slug/${track.slug}`)).json()
  const before = await detail()

  await test.step('cancelling changes nothing', async () => {
    await open(page, track)
    await choose(page, 0.5)
    await expect(dialog(page).getByText('is ready')).toBeVisible({ timeout: 20_000 })
    await button(page, 'Cancel').click()
    await expect(dialog(page).getByText('None yet')).toBeVisible()
    await button(page, 'Close').click()
    expect((await detail()).audioUrl).toBe(before.audioUrl)
  })

  await test.step('both play at the same position and sound equally loud', async () => {
    await open(page, track)
    await choose(page, 0.9 * 10 ** -0.4)
    await expect(dialog(page).getByText('Both are played equally loud.')).toBeVisible({
      timeout: 20_000,
    })
    await expectAccessibleInBothThemes(page)
    await expect(button(page, 'Play New')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Pause New')).toBeVisible()
    const levels = await outputLevels(page)
    const [oldBefore = 0, newBefore = 0] = levels.before
    const [oldAfter = 0, newAfter = 0] = levels.after
    expect(oldBefore).toBeLessThan(-80)
    expect(newAfter).toBeLessThan(-80)
    expect(Math.abs(newBefore - oldAfter)).toBeLessThan(0.5)
    await expect(button(page, 'Pause Current')).toBeVisible()
    await button(page, 'Replace').focus()
    await page.keyboard.press('x')
    await expect(button(page, 'Pause New')).toBeVisible()
    const drift = await page.evaluate(() => {
      const [a, b] = window.sounds.slice(-2)
      return Math.abs((a?.currentTime ?? 0) - (b?.currentTime ?? 9))
    })
    expect(drift).toBeLessThan(0.1)
  })

  await test.step('new requests get the new file, and the page stays', async () => {
    await button(page, 'Replace').click()
    await expect(page.getByText('Audio replaced!').first()).toBeVisible()
    const { audioUrl, loudness, ...after } = await detail()
    expect(audioUrl).not.toBe(before.audioUrl)
    expect((before.loudness ?? 0) - (loudness ?? 0)).toBeCloseTo(8, 1)
    expect(after).toMatchObject({ id: before.id, slug: before.slug, createdAt: before.createdAt })
  })

  await test.step('the former version is heard and made current again', async () => {
    await open(page, track)
    await button(page, 'Listen to tone.wav')
      .or(button(page, /^Listen to/))
      .first()
      .click()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Pause Former')).toBeVisible()
    await button(page, 'Make current').click()
    await expect(page.getByText('Audio replaced!').first()).toBeVisible()
    await expect.poll(async () => (await detail()).audioUrl).toBe(before.audioUrl)
  })
})

/** Without the dialog. */
async function replaceAudio(
  request: APIRequestContext,
  track: Track,
  data: Buffer,
): Promise<Track> {
  const { uploadURL } = await (await request.post('/api/objects/upload')).json()
  await request.put(uploadURL, { data, headers: { 'content-type': 'audio/wav' } })
  const body = { audioURL: uploadURL }
  const { objectPath } = await (await request.put('/api/tracks/audio', { data: body })).json()
  const replacement = { audioUrl: objectPath }
  return (await request.put(`/api/tracks/${track.id}/audio`, { data: replacement })).json()
}

async function choose(page: Page, amplitude: number) {
  await dialog(page)
    .getByLabel('New audio')
    .setInputFiles({
      name: 'Mix 2.wav',
      mimeType: 'audio/wav',
      buffer: wavOf(30, sine(997, amplitude)),
    })
}

test('replacing the audio: a listener hears the old file to its end, and then the new one', async ({
  page,
  request,
}) => {
  await captureAudio(page)
  await signedInUser(request)
  const first = await uploadTrack(request, { title: 'First take', seconds: 40 })
  await page.goto(paths.track(first))
  await page.getByRole('main').getByRole('button', { name: 'Play First take' }).first().click()
  const audio = () =>
    page.evaluate(() => {
      const [sound] = window.sounds
      return { url: sound?.currentSrc ?? '', at: sound?.currentTime ?? 0, length: sound?.duration }
    })
  await expect.poll(async () => (await audio()).at).toBeGreaterThan(0.5)
  const replaced: Track = await test.step('the audio is replaced meanwhile', async () => {
    return replaceAudio(request, first, wavOf(30, sine(440, 0.2)))
  })
  const { at } = await audio()
  await page.evaluate(() => {
    const [sound] = window.sounds
    if (sound) sound.currentTime = 35
  })
  await expect.poll(async () => (await audio()).at).toBeGreaterThan(36)
  expect(at).toBeLessThan(35)
  expect((await audio()).length).toBe(40)
  await expect.poll(async () => (await audio()).at, { timeout: 15_000 }).toBe(40)
  await page.getByRole('main').getByRole('button', { name: 'Play First take' }).first().click()
  const version = replaced.audioUrl.split('/').at(-1) ?? ''
  await expect.poll(async () => (await audio()).url).toContain(version)
  await expect.poll(async () => (await audio()).length).toBe(30)
})

test('replacing the audio: a lost connection is waited for, and a refused file says why', async ({
  page,
}) => {
  await signedInUser(page.request)
  const track = await uploadTrack(page.request, { title: 'Taken twice' })
  await open(page, track)
  await page.route(isTransfer, (route) => route.abort())
  await choose(page, 0.5)
  await expect(dialog(page).getByText('Reconnecting…')).toBeVisible()
  await page.unroute(isTransfer)
  await expect(dialog(page).getByText('is ready')).toBeVisible({ timeout: 20_000 })
  await button(page, 'Cancel').click()
  await dialog(page)
    .getByLabel('New audio')
    .setInputFiles({ name: 'a.mp3', mimeType: '', buffer: Buffer.from('no sound') })
  await expect(dialog(page).getByText(/^Upload failed: [A-Z][^{]*$/)).toBeVisible()
})

test('audio versions: a moderator hears what a track had before, and changes nothing', async ({
  page,
  request,
}) => {
  await signedInUser(request)
  const track = await uploadTrack(request, { title: 'Moderated take' })
  await replaceAudio(request, track, wavOf(3, sine(440, 0.2)))
  await signedInAdministrator(page.request)
  await page.goto(paths.track(track))
  const menu = page.getByRole('main').getByRole('button', { name: `Options for ${track.title}` })
  await menu.first().click()
  await page.getByRole('menuitem', { name: 'Audio versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Audio versions' })
  await expect(versions.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expect(versions.getByLabel('New audio')).toHaveCount(0)
  await versions.getByRole('button', { name: /^Listen to/ }).click()
  await versions.getByRole('button', { name: 'Play Former' }).click()
  await expect(versions.getByRole('button', { name: 'Pause Former' })).toBeVisible()
  await expect(versions.getByRole('button', { name: 'Make current' })).toHaveCount(0)
  await versions.getByRole('button', { name: 'Back' }).click()
  await expect(versions.getByRole('heading', { name: 'Former versions' })).toBeVisible()
})
