import { expect, type Page } from '@playwright/test'
import { createImage } from '#server/testing/sample-files.ts'
import { signedInUser } from './data.ts'
import { serviceWorkerReady } from './installed-app.ts'
import { test } from './test.ts'
import { audioFiles, imageFile, isTransfer, tracksOf, withoutFileHandles } from './upload-page.ts'

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Selected tracks' }).getByRole('listitem')
const row = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByRole('button', { name: `Remove ${title}`, exact: true }) })
const titles = (page: Page) =>
  rows(page)
    .getByLabel('Title')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
const files = audioFiles(['One.aac', 'Two.aac', 'Three.aac', 'Four.aac'])

test('bulk upload: files are sorted, paused and resumed, and the list comes back after the page was closed', async ({
  page,
}) => {
  const user = await signedInUser(page.request)
  await withoutFileHandles(page)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/upload')
  await page.getByRole('button', { name: 'Multiple Tracks' }).click()
  await page.route(isTransfer, () => {})
  await page.getByLabel('Audio files').setInputFiles(files)
  // In the natural order of their names.
  await expect.poll(() => titles(page)).toEqual(['Four', 'One', 'Three', 'Two'])

  await test.step('three files are sent at a time, and the next one when one is paused', async () => {
    await expect(row(page, 'Two')).toContainText('Pending')
    for (const title of ['Four', 'One', 'Three'])
      await expect(row(page, title)).toContainText('Uploading')
    await page.getByRole('button', { name: 'Pause Four' }).click()
    await expect(row(page, 'Four')).toContainText('Paused')
    await expect(row(page, 'Two')).toContainText('Uploading')
    await page.getByRole('button', { name: 'Resume Four' }).click()
    await expect(row(page, 'Four')).toContainText('Pending')
    await page.getByRole('button', { name: 'Pause Two' }).click()
    await expect(row(page, 'Four')).toContainText('Uploading')
  })

  await test.step('the keyboard sorts', async () => {
    await page.getByRole('button', { name: 'Reorder Two' }).focus()
    await page.keyboard.press('Space')
    const announced = page.getByText('Two would be track 1 of 4.')
    await expect(async () => {
      await page.keyboard.press('ArrowUp')
      await expect(announced).toBeAttached({ timeout: 100 })
    }).toPass()
    await page.keyboard.press('Space')
    await expect.poll(() => titles(page)).toEqual(['Two', 'Four', 'One', 'Three'])
    await page.getByRole('button', { name: 'Reorder Three' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Three picked up. It is track 4 of 4.')).toBeAttached()
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(page.getByText('Three is now track 4 of 4.')).toBeAttached()
  })

  await test.step('after the page was closed all of it is back', async () => {
    await page.getByLabel('Artist', { exact: true }).fill('All of us')
    await row(page, 'One').getByLabel('Title').fill('First')
    const image = await createImage()
    await row(page, 'Three')
      .getByLabel('Add artwork of Three')
      .setInputFiles(imageFile(image, 'own.png'))
    await page.getByLabel('Cover', { exact: true }).setInputFiles(imageFile(image, 'shared.png'))
    await expect(page.getByRole('button', { name: 'Change cover' })).toBeVisible()
    await expect
      .poll(async () => {
        const records = await page.evaluate(storedRecords)
        return ['First', 'All of us', 'own.png', 'shared.png'].filter((it) => !records.includes(it))
      })
      .toEqual([])
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['Two', 'Four', 'First', 'Three'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bulk upload tracks')
    await expect(page.getByLabel('Artist', { exact: true })).toHaveValue('All of us')
    await expect(page.getByRole('button', { name: 'Change cover' })).toBeVisible()
    await expect(row(page, 'Three').getByLabel('Change artwork of Three')).toBeAttached()
    await expect(row(page, 'Two')).toContainText('Paused')
    await expect(page.getByRole('button', { name: 'Resume upload of Four.aac' })).toBeVisible()
  })

  await test.step('the same files are chosen again and continue', async () => {
    await page.unroute(isTransfer)
    await page.getByLabel('Audio files').setInputFiles(files)
    await expect(rows(page)).toHaveCount(4)
    for (const title of ['Four', 'First', 'Three'])
      await expect(row(page, title)).toContainText('Uploaded')
    await page.getByRole('button', { name: 'Upload 4 Tracks' }).click()
    await expect(page).toHaveURL('/')
    const tracks = await tracksOf(page.request, user)
    expect(tracks.map(({ title }) => title)).toEqual(['Two', 'Four', 'First', 'Three'])
    expect(tracks.every(({ artist, artworkUrl }) => artist === 'All of us' && artworkUrl)).toBe(
      true,
    )
  })
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('bulk upload: a second tab and another user see nothing of a list, and another user ends it', async ({
    page,
    context,
  }) => {
    const user = await signedInUser(page.request)
    await withoutFileHandles(page)
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto('/upload')
    await serviceWorkerReady(page)
    await page.getByRole('button', { name: 'Multiple Tracks' }).click()
    await page.route(isTransfer, () => {})
    await page.getByLabel('Audio files').setInputFiles(audioFiles(['01 بحر.aac', '02 رقصة.aac']))
    await expect.poll(() => titles(page)).toEqual(['بحر', 'رقصة'])
    const isStored = async () => (await page.evaluate(storedRecords)).includes('رقصة')
    await expect.poll(isStored).toBe(true)

    const other = await context.newPage()
    await other.goto('/upload')
    await other.getByRole('button', { name: 'Multiple Tracks' }).click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Bulk upload tracks')
    await expect(rows(other)).toHaveCount(0)
    await other.close()
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['بحر', 'رقصة'])

    await page.goto('/discover')
    expect(await isStored()).toBe(true)
    const { id } = await signedInUser(page.request, { displayName: 'Noor Haddad' })
    expect(id).not.toBe(user.id)
    await page.goto('/discover')
    await expect.poll(isStored).toBe(false)
    await page.goto('/upload')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload your track')
  })
})

/** The text of what the page has stored, which it does soon after a change. */
async function storedRecords(): Promise<string> {
  const opened = indexedDB.open('upload-drafts')
  await new Promise((resolve) => {
    opened.onsuccess = resolve
  })
  const reading = opened.result.transaction('records').objectStore('records').getAll()
  await new Promise((resolve) => {
    reading.onsuccess = resolve
  })
  opened.result.close()
  return JSON.stringify(reading.result, (_, value) => (value instanceof File ? value.name : value))
}
