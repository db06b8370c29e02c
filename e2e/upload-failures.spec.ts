import { expect, type Page } from '@playwright/test'
import { signedInUser } from './data.ts'
import { toast } from './playlist-data.ts'
import { test } from './test.ts'
import {
  audioFile,
  chooseAudio,
  isTransfer,
  signInAgain,
  tracksOf,
  withoutFileHandles,
} from './upload-page.ts'

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Selected tracks' }).getByRole('listitem')

/** Records toasts in the page, because some are visible for half a second only. */
function recordToasts(page: Page) {
  return page.evaluate(() => {
    new MutationObserver(() => {
      const toast = [...document.querySelectorAll('li')].find((item) =>
        item.querySelector('[aria-label=Dismiss]'),
      )
      if (toast) sessionStorage.setItem('toast', toast.innerText)
    }).observe(document.body, { subtree: true, childList: true })
  })
}
const recordedToast = (page: Page) => page.evaluate(() => sessionStorage.getItem('toast'))
const loggedOut = /^Unauthorized\s+You are logged out. Logging in again...$/

test('upload errors: every step can fail and be retried, also after the session has expired', async ({
  page,
  context,
}) => {
  const user = await signedInUser(page.request)
  await withoutFileHandles(page)
  await page.goto('/upload')

  await test.step('every step can fail and be retried', async () => {
    const alert = page.getByRole('alert').first()
    const choose = () => page.getByLabel('Audio file').setInputFiles(audioFile())

    const reconnecting = page.getByText('Your connection was lost. Reconnecting…')
    const done = page.getByRole('button', { name: 'Remove tone.wav' })

    const requests = '**/api/objects/upload'
    const registrations = '**/api/tracks/audio'
    for (const request of [requests, isTransfer, registrations]) {
      await page.route(request, (route) => route.abort())
      await choose()
      await expect(reconnecting).toBeVisible()
      await page.unroute(request)
      await expect(done).toBeVisible()
      await done.click()
    }

    await page.route(requests, (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }),
    )
    await choose()
    await expect(alert).toHaveText('Upload failed: Something went wrong.')
    await page.unroute(requests)

    await page.route(isTransfer, (route) => route.fulfill({ status: 500, body: '<html>' }))
    await choose()
    await expect(alert).toHaveText('Upload failed: the server responded with status 500')
    await page.unroute(isTransfer)

    await page.route(registrations, (route) => route.fulfill({ status: 500, body: '' }))
    await choose()
    await expect(alert).toHaveText('Upload failed: the server responded with status 500')
    await page.unroute(registrations)

    await chooseAudio(page, audioFile())
    await page.getByLabel('Title', { exact: true }).fill('Tried twice')
    await page.route('**/api/tracks', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Save track' }).click()
    await expect(toast(page, 'Error')).toContainText('Failed to upload track. Please try again.')
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Tried twice')
    await page.unroute('**/api/tracks')
    await page.getByRole('button', { name: 'Save track' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('the session expires during saving', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Upload' }).click()
    await chooseAudio(page, audioFile('tone.ogg'))
    await page.getByLabel('Title', { exact: true }).fill('Typed before')
    await page.getByLabel('Tags').fill('one, two')
    await page.getByLabel('Privacy').selectOption('private')
    await context.clearCookies()
    await recordToasts(page)
    await page.getByRole('button', { name: 'Save track' }).click()
    await signInAgain(page, user)
    await expect(page).toHaveURL('/upload')
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed before')
    await expect(page.getByRole('button', { name: 'Remove tone.ogg' })).toBeVisible()
    expect(await recordedToast(page)).toMatch(loggedOut)
    await page.getByRole('button', { name: 'Save track' }).click()
    await expect(toast(page, 'Track uploaded successfully!')).toBeVisible()
    expect((await tracksOf(page.request, user))[0]).toMatchObject({
      title: 'Typed before',
      privacy: 'private',
      tags: ['one', 'two'],
    })
    await page.goto('/upload')
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  })

  await test.step('the session expires during the transfer', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Typed before')
    await context.clearCookies()
    await page.getByLabel('Audio file').setInputFiles(audioFile())
    await signInAgain(page, user)
    await expect(page).toHaveURL('/upload')
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed before')
    const resume = async (file: ReturnType<typeof audioFile>) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Resume upload of tone.wav' }).click()
      await (await chooser).setFiles(file)
    }
    await resume(audioFile('tone.flac', 'tone.wav'))
    await expect(page.getByText('This is not the same file.').first()).toBeVisible()
    await resume(audioFile())
    await expect(page.getByRole('button', { name: 'Remove tone.wav' })).toBeVisible()

    await page.getByRole('button', { name: 'Multiple Tracks' }).click()
    await page.getByLabel('Artist', { exact: true }).fill('All of us')
    const files = [audioFile('tone.mp3'), audioFile('tone.flac')]
    await page.getByLabel('Audio files').setInputFiles(files)
    await expect(page.getByLabel('Title', { exact: true }).nth(1)).toHaveValue('Rosin')
    await page.getByLabel('Title', { exact: true }).nth(1).fill('Second take')
    await expect(rows(page)).toContainText(['Uploaded', 'Uploaded'])
    await context.clearCookies()
    await recordToasts(page)
    await page.getByRole('button', { name: 'Upload 2 Tracks' }).click()
    await signInAgain(page, user)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bulk upload tracks')
    await expect(page.getByLabel('Artist', { exact: true })).toHaveValue('All of us')
    expect(await recordedToast(page)).toMatch(loggedOut)
    await expect(page.getByLabel('Title', { exact: true }).nth(1)).toHaveValue('Second take')
    await expect(rows(page)).toContainText(['Uploaded', 'Uploaded'])
    await page.getByRole('button', { name: 'Upload 2 Tracks' }).click()
    // Both have the same album in their tags.
    await expect(page).toHaveURL(/\/album\//)
  })
})
