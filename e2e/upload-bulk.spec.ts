import { expect, type Page } from '@playwright/test'
import { createImage, type ImageFormat } from '#server/testing/sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { signedInUser } from './data.ts'
import { section } from './discover-data.ts'
import { toast } from './playlist-data.ts'
import { test } from './test.ts'
import {
  audioFile,
  audioFiles,
  dropFiles,
  imageFile,
  isTransfer,
  taggedMp3,
  tracksOf,
} from './upload-page.ts'

async function openBulk(page: Page) {
  const user = await signedInUser(page.request)
  await page.goto('/upload')
  await chooseMultiple(page)
  return user
}
async function openBulkAgain(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: 'Upload' }).click()
  await chooseMultiple(page)
}
async function chooseMultiple(page: Page) {
  await page.getByRole('button', { name: 'Multiple Tracks' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bulk upload tracks')
}
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Selected tracks' }).getByRole('listitem')

test('bulk upload: every audio format becomes a track, and albums have titles and covers of their files', async ({
  page,
}) => {
  const user = await openBulk(page)

  await test.step('every format', async () => {
    const kinds = ['aac', 'flac', 'm4a', 'mp3', 'ogg', 'wav']
    const files = kinds.map((kind) => audioFile(`tone.${kind}`, `Take in ${kind}.${kind}`))
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') }
    await page.getByLabel('Audio files').setInputFiles([...files, notes])
    await expect(page.getByText('Skipped notes.txt: not an audio file.')).toBeVisible()
    await expect(rows(page)).toHaveCount(6)
    await page.getByLabel('Artist').fill('Kitchen Band')
    await page.getByLabel('Genre').selectOption('folk')
    await page.getByLabel('Description').fill('Winter tapes.')
    const formats: ImageFormat[] = ['jpeg', 'png', 'gif', 'webp']
    for (const [n, format] of formats.entries())
      await rows(page)
        .nth(n)
        .getByLabel(/^Add artwork/)
        .setInputFiles(imageFile(await createImage({ format }), `cover.${format}`))
    const fifth = rows(page)
      .nth(4)
      .getByLabel(/^Add artwork/)
    await fifth.setInputFiles(imageFile(Buffer.alloc(10_485_761)))
    await expect(rows(page).nth(4)).toContainText('File size must be less than 10MB')
    await fifth.setInputFiles(imageFile(await createImage()))
    await rows(page)
      .nth(0)
      .getByRole('button', { name: /^Remove artwork/ })
      .click()
    await expect(
      rows(page)
        .nth(0)
        .getByLabel(/^Add artwork/),
    ).toBeFocused()
    // All but the first are from one album.
    const album = page.getByRole('switch', { name: 'Release as an album' })
    await expect(album).toBeChecked()
    await album.click()
    await rows(page).nth(5).getByLabel('Title').fill('')
    await page.getByRole('button', { name: 'Upload 6 Tracks' }).click()
    await expect(rows(page).nth(5)).toContainText('Title is required')
    await expect(rows(page).nth(5).getByLabel('Title')).toBeFocused()
    await rows(page).nth(5).getByLabel('Title').fill('Renamed')
    await page.getByRole('button', { name: 'Upload 6 Tracks' }).click()
    await expect(toast(page, 'Bulk Upload Complete')).toContainText(
      '6 tracks uploaded successfully, 0 failed!',
    )
    await expect(page).toHaveURL('/')
    const tracks = await tracksOf(page.request, user)
    // All but the first have tags.
    expect(tracks.map(({ title }) => title)).toEqual([
      'Take in aac',
      ...Array(4).fill('Rosin'),
      'Renamed',
    ])
    for (const track of tracks)
      expect(track).toMatchObject({
        privacy: 'public',
        artist: 'Kitchen Band',
        genre: 'folk',
      })
    expect(tracks.filter(({ artworkUrl }) => artworkUrl)).toHaveLength(4)
  })

  await test.step('an album', async () => {
    await openBulkAgain(page)
    const album = crypto.randomUUID().slice(0, 8)
    const tagged = {
      name: '1.mp3',
      mimeType: '',
      buffer: taggedMp3(`Opening ${album}`, await createImage()),
    }
    const files = audioFiles([`10 ${album}.aac`, `2 ${album}.aac`])
    await page.getByLabel('Audio files').setInputFiles([...files, tagged])
    const titles = [`Opening ${album}`, `2 ${album}`, `10 ${album}`]
    for (const [row, title] of titles.entries())
      await expect(rows(page).nth(row).getByLabel('Title')).toHaveValue(title)
    await expect(
      rows(page)
        .nth(0)
        .getByLabel(/^Remove artwork/),
    ).toBeVisible()
    const title = rows(page).nth(0).getByLabel('Title')
    await expect(title).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
    await page.getByRole('button', { name: 'Upload 3 Tracks' }).click()
    await expect(page).toHaveURL('/')
    const shown = section(page, 'Most Recent').getByRole('link', { name: album })
    await expect(shown.first()).toBeVisible()
    const order = (await shown.allTextContents()).filter(Boolean)
    expect([...new Set(order)]).toEqual(titles)
    const [opening] = await tracksOf(page.request, user)
    expect(opening).toMatchObject({ title: titles[0], artworkUrl: expect.any(String) })
  })
})

test('bulk upload: failures are reported, and a failed file is retried alone', async ({ page }) => {
  const user = await openBulk(page)

  await test.step('a total failure on a phone', async () => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'light' })
    const broken = { name: 'broken.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') }
    await page.route(isTransfer, (route) =>
      route.request().postDataBuffer()?.includes('no sound')
        ? route.continue()
        : route.fulfill({ status: 500, body: '' }),
    )
    // Which sends them at once.
    await page.getByLabel('Audio files').setInputFiles([broken, audioFile('tone.aac')])
    await page.getByRole('button', { name: 'Upload 1 Track', exact: true }).click()
    await expect(toast(page, 'Upload Failed')).toContainText(
      'No tracks were successfully uploaded.',
    )
    await expect(rows(page).nth(0)).toContainText('Upload failed with status 415')
    await expect(rows(page).nth(0)).toContainText('This is not an audio file')
    await expect(rows(page).nth(1)).toContainText('Upload failed with status 500')
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await page.route(isTransfer, () => {})
    await page.getByRole('button', { name: 'Upload 1 Track', exact: true }).click()
    await expect(rows(page).nth(1)).toContainText('Uploading')
    await page.getByRole('link', { name: 'Cancel' }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'Leave this page?' })
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await rows(page).nth(0).getByRole('button', { name: 'Remove broken' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).getByRole('button', { name: 'Remove tone' })).toBeFocused()
    await rows(page).getByRole('button', { name: 'Remove tone' }).click()
    await expect(page.getByLabel('Audio files')).toBeFocused()
    await page.getByLabel('Audio files').setInputFiles([audioFile(), audioFile('tone.mp3')])
    await page.getByRole('button', { name: 'Clear All' }).click()
    await expect(page.getByRole('region', { name: 'Selected tracks' })).toHaveCount(0)
    await expect(page.getByLabel('Audio files')).toBeFocused()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/')
    await page.unroute(isTransfer)
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize({ width, height })
  })

  await test.step('a failed file', async () => {
    await openBulkAgain(page)
    await page
      .getByLabel('Audio files')
      .setInputFiles(audioFiles(['One.aac', 'Two.aac', 'Without.aac']))
    await page.route('**/api/tracks', (route) =>
      route.request().postData()?.includes('Two')
        ? route.fulfill({ status: 503, json: { message: 'The store does not respond.' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Upload 3 Tracks' }).click()
    await expect(toast(page, 'Bulk Upload Complete')).toContainText(
      '2 tracks uploaded successfully, 1 failed!',
    )
    const failed = rows(page).nth(0)
    const head = page.getByRole('heading', { name: '2 published · 1 failed' })
    await expect(head).toBeVisible()
    await expect(page.getByRole('link', { name: 'View on your profile' })).toBeVisible()
    await expect(failed).toContainText('Failed')
    await expect(failed).toContainText('Upload failed with status 503')
    await expect(rows(page).nth(1)).toContainText('Completed')
    await expect(rows(page).nth(1).getByRole('link', { name: 'One' })).toBeVisible()
    await expect(
      rows(page)
        .nth(1)
        .getByRole('button', { name: /^(Remove|Reorder)/ }),
    ).toHaveCount(0)
    await expect(rows(page).nth(1).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await expect(page.getByRole('button', { name: 'Upload 1 Track', exact: true })).toBeVisible()
    await expectAccessible(page)

    await page.unroute('**/api/tracks')
    await page.route('**/api/tracks', (route) => route.abort())
    await failed.getByRole('button', { name: 'Retry Two' }).click()
    await expect(toast(page, 'Error')).toContainText('Bulk upload failed. Please try again.')
    await expect(failed).toContainText('The connection was lost')

    await page.unroute('**/api/tracks')
    const calls: string[] = []
    page.on('request', (call) => {
      if (call.method() !== 'GET') calls.push(`${call.method()} ${new URL(call.url()).pathname}`)
    })
    await failed.getByRole('button', { name: 'Retry Two' }).click()
    await expect(page).toHaveURL('/')
    expect(calls).toEqual(['POST /api/tracks'])
    expect(await tracksOf(page.request, user)).toHaveLength(3)
  })
})

test('bulk upload: with 200 dropped files only rows that change are rendered again', async ({
  page,
}) => {
  await openBulk(page)
  await page.route('**/api/objects/upload', (route) =>
    route.fulfill({ json: { uploadURL: '/uploads/x', objectPath: '/objects/x' } }),
  )
  // The later rows, which are counted below, never start.
  let transfers = 0
  await page.route(isTransfer, async (route) => {
    transfers += 1
    if (transfers <= 50) await route.fulfill({ status: 200 })
  })
  await page.route('**/api/tracks/audio', (route) =>
    route.fulfill({ json: { objectPath: '/objects/x' } }),
  )
  await page.route('**/api/tracks', (route) => route.fulfill({ status: 201, json: {} }))
  const files = Array.from({ length: 199 }, (_, n) => ({
    name: `Take ${n + 1}.mp3`,
    type: 'audio/mpeg',
  }))
  await dropFiles(page, files)
  const tagged = {
    name: 'Take 200.mp3',
    mimeType: '',
    buffer: taggedMp3('Last', await createImage()),
  }
  await page.getByLabel('Audio files').setInputFiles(tagged)
  await expect(page.getByText('200 tracks selected')).toBeVisible()
  // Files are read one after the other, which renders their rows again.
  await expect(rows(page).nth(199).getByLabel('Title')).toHaveValue('Last')
  const list = page.getByRole('region', { name: 'Selected tracks' }).getByRole('list')
  expect(await list.evaluate((box) => box.clientHeight)).toBe(384)

  await rows(page).first().getByLabel('Title').fill('First')
  await page.getByRole('button', { name: 'Upload 200 Tracks' }).click()
  await expect(rows(page).nth(4)).toContainText('Uploaded')
  // React creates a new function each time it renders a row.
  const countNewHandlers = () => {
    const before = window.handlers
    const titles = [...document.querySelectorAll('li input[type=text]')].slice(100)
    window.handlers = titles.map(
      (title) =>
        Object.entries(title).find(([key]) => key.startsWith('__reactProps'))?.[1].onChange,
    )
    return window.handlers.filter((handler, row) => handler !== before?.[row]).length
  }
  expect(await page.evaluate(countNewHandlers)).toBe(100)
  await expect(rows(page).nth(14)).toContainText('Uploaded')
  expect(await page.evaluate(countNewHandlers)).toBe(0)
})
