import { expect } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import { createImage } from '#server/testing/sample-files.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser } from './data.ts'
import { toast } from './playlist-data.ts'
import { test } from './test.ts'
import {
  audioFile,
  chooseAudio,
  dropFiles,
  imageFile,
  isTransfer,
  sparseFile,
  taggedMp3,
  tracksOf,
  withoutFileHandles,
} from './upload-page.ts'

test('upload page: a visitor signs in first and uploads a track with every field set', async ({
  page,
}) => {
  await page.goto('/upload')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Display name').fill('Ines Calder')
  await page.getByLabel('Email').fill(`visitor-${Date.now()}@e2e.example`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/upload')
  await expect(page).toHaveTitle(/^Upload your track/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload your track')

  const user: CurrentUser = await (await page.request.get('/api/auth/user')).json()
  await chooseAudio(page, audioFile('tone.wav', 'harbour-lights.wav'))
  await expect(page.getByText(/^\d+ KB$/)).toBeVisible()
  await page.getByLabel('Title').fill('Harbour Lights, Slowly')
  await page.getByLabel('Description').fill('Two violins, one broken tape machine.')
  await page.getByLabel('Artist').fill('Ines & Co')
  await page.getByLabel('Studio/Label').fill('Kitchen')
  await expect(page.getByLabel('Genre').getByRole('option')).toHaveCount(31)
  await page.getByLabel('Genre').selectOption('ambient')
  await page.getByLabel('Privacy').selectOption('unlisted')
  await page.getByLabel('Tags').fill(' violin, tape ,, night bus')
  await page.getByLabel('Album artwork').setInputFiles(imageFile(await createImage()))
  await expect(page.getByRole('img', { name: 'Chosen artwork' })).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      window.copied = text
    }
  })
  await page.getByRole('button', { name: 'Save track' }).click()
  const published = toast(page, 'Track uploaded successfully!')
  await expect(published.getByRole('link', { name: 'View track' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'View track' })).toBeVisible()
  await published.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link copied!')).toBeVisible()
  const [track] = await tracksOf(page.request, user)
  expect(await page.evaluate(() => window.copied)).toBe(
    new URL(`/track/${track?.slug}`, page.url()).href,
  )
  expect(track).toMatchObject({
    title: 'Harbour Lights, Slowly',
    artist: 'Ines & Co',
    studio: 'Kitchen',
    genre: 'ambient',
    privacy: 'unlisted',
    tags: ['violin', 'tape', 'night bus'],
    artworkUrl: expect.stringMatching(/^\/objects\//),
  })
})

test('upload page: file metadata is suggested, and a new track is shown immediately', async ({
  page,
}) => {
  const user = await signedInUser(page.request)
  await page.goto('/upload')
  await page.getByLabel('Artist').fill('My own name')
  await chooseAudio(page, audioFile('tone.flac'))
  const suggested = page.getByText('Filled in from the file.')
  await expect(page.getByLabel('Title')).toHaveValue('Rosin')
  await expect(page.getByLabel('Genre')).toHaveValue('folk')
  await expect(page.getByLabel('Artist')).toHaveValue('My own name')
  await expect(suggested).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove tone.flac' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await chooseAudio(page, audioFile('tone.aac', 'Kettle 2.aac'))
  await expect(page.getByLabel('Title')).toHaveValue('Kettle 2')
  await expect(suggested).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove Kettle 2.aac' }).click()

  const title = `Suggested ${Date.now()}`
  const tagged = { name: 'tagged.mp3', mimeType: '', buffer: taggedMp3(title, await createImage()) }
  await chooseAudio(page, tagged)
  await expect(page.getByRole('img', { name: 'Chosen artwork' })).toBeVisible()
  await expect(suggested).toHaveCount(2)
  await page.getByLabel('Title').press('End')
  await page.keyboard.type('!')
  await expect(suggested).toHaveCount(1)
  await page.getByRole('button', { name: 'Save track' }).click()
  const published = toast(page, 'Track uploaded successfully!')
  await expect(page.getByRole('link', { name: `${title}!` }).first()).toBeVisible()
  await expect(published.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  await published.getByRole('link', { name: 'View track' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}!`)
  await expect(published).toHaveCount(0)
  const [track] = await tracksOf(page.request, user)
  expect(track?.artworkUrl).not.toBeNull()
})

test('upload page: form and drop zone report what is missing or invalid', async ({ page }) => {
  // Intercepts file dialogs from the start: the browser may handle a key press before a request to do so.
  page.on('filechooser', () => {})
  await withoutFileHandles(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInUser(page.request)
  await page.goto('/upload')
  await page.getByRole('button', { name: 'Save track' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByText('Please upload an audio file.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect(page.getByLabel('Audio file')).toBeFocused()

  await test.step('files and fields that are not accepted', async () => {
    const audio = page.getByLabel('Audio file')
    const alert = page.getByRole('alert').first()
    await audio.setInputFiles(await sparseFile(test.info().outputPath('large.wav'), 104_857_601))
    await expect(alert).toHaveText('File size must be less than 100MB')
    await dropFiles(page, [
      { name: 'notes.txt', type: 'text/plain' },
      { name: 'song.mp3', type: 'audio/mpeg' },
    ])
    await expect(alert).toHaveText('Please select a valid audio file')
    await audio.setInputFiles({ name: 'a.mp3', mimeType: '', buffer: Buffer.from('no sound') })
    await expect(alert).toHaveText(/^Upload failed: \w.*/)

    const artwork = page.getByLabel('Album artwork')
    await artwork.setInputFiles(imageFile(Buffer.alloc(5_242_881)))
    await expect(page.getByRole('alert').last()).toHaveText('File size must be less than 5MB')
    await artwork.setInputFiles(imageFile(Buffer.from('<svg/>'), 'cover.svg'))
    await expect(page.getByRole('alert').last()).toHaveText('Please select a valid image file')

    await page.getByLabel('Title').fill('x'.repeat(201))
    await page.getByLabel('Tags').fill(Array.from({ length: 21 }, (_, n) => n).join())
    await chooseAudio(page, audioFile())
    await page.getByRole('button', { name: 'Save track' }).click()
    await expect(page.getByText('Title must be less than 200 characters')).toBeVisible()
    await expect(page.getByText('A track can have 20 tags at most')).toBeVisible()
    await page.getByLabel('Title').fill('')
    await page.getByLabel('Tags').fill('')
    await page.getByRole('button', { name: 'Remove tone.wav' }).click()
  })

  await expect(page.getByLabel('Audio file')).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(audioFile())
  const remove = page.getByRole('button', { name: 'Remove tone.wav' })
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Audio file')).toBeFocused()
  const again = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  await (await again).setFiles(audioFile())
  await expect(remove).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Play tone.wav' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Track uploaded successfully!')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('upload page: what was typed comes back, and leaving a transfer needs confirmation', async ({
  page,
}) => {
  await signedInUser(page.request)
  await page.goto('/upload')
  await chooseAudio(page, audioFile())
  await page.getByLabel('Title').fill('Typed')
  await page.getByLabel('Album artwork').setInputFiles(imageFile(await createImage()))
  await expect(page.getByRole('img', { name: 'Chosen artwork' })).toBeVisible()
  const logo = page.getByRole('banner').getByRole('link').first()
  await logo.click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByLabel('Title')).toHaveValue('Typed')
  await expect(page.getByRole('button', { name: 'Remove tone.wav' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Chosen artwork' })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/')
  const confirmation = page.getByRole('alertdialog', { name: 'Leave this page?' })

  await page.getByRole('banner').getByRole('link', { name: 'Upload' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.route(isTransfer, () => {})
  await page.getByLabel('Audio file').setInputFiles(audioFile())
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/upload')
  await page.evaluate(() => history.back())
  await expect(confirmation).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/upload')
  const dialogEvent = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await confirmation.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
})
