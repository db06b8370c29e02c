import { expect, type Page } from '@playwright/test'
import { waveform, wavePath } from '#brand/waveform.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { test } from './test.ts'
import { openTrack } from './track-page.ts'

const bars = (page: Page) =>
  page.getByRole('main').getByRole('slider', { name: 'Seek in Hinge' }).locator('path').last()

test('waveform: generated bars are shown at once, and the analyzed ones replace them', async ({
  page,
}) => {
  const owner = await signedInUser(page.request)
  const track = await uploadTrack(page.request, {
    title: 'Hinge',
    isUploaded: true,
  })
  const derived = wavePath(waveform(track.id))
  await openTrack(page, track)
  await expect(bars(page)).toHaveAttribute('d', /^M/)
  // The owner's page polls while the server processes the file.
  await expect(bars(page)).not.toHaveAttribute('d', derived, { timeout: 60_000 })
  await expect(page.getByText('Processing…')).toHaveCount(0)
  const response = await page.request.get(`/api/tracks/${track.id}/waveform`)
  expect(response.status()).toBe(200)

  const analyzed = await bars(page).getAttribute('d')
  await page.getByRole('banner').locator(`a[href="/profile/${owner.id}"]`).click()
  await expect(page).toHaveURL(`/profile/${owner.id}`)
  await expect(bars(page)).toHaveAttribute('d', analyzed ?? '')
  await expect(bars(page)).toHaveCount(1)
})

test('waveform: the owner is shown why processing failed, and on a phone the note overlaps nothing', async ({
  page,
}) => {
  await signedInUser(page.request)
  const track = await uploadTrack(page.request, { title: 'Hinge' })
  const processingError = 'The sample rate or the number of channels changes within the file.'
  await page.route(`**/api/tracks/slug/${track.slug}`, async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), processing: 'failed', processingError }
    await route.fulfill({ response, json })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await openTrack(page, track)
  const note = page.getByRole('status').filter({ hasText: processingError })
  await expect(note).toContainText(
    'We could not prepare this file for streaming. The original is played instead.',
  )
  const comments = page.getByRole('heading', { name: 'Comments' })
  const top = async () => (await comments.boundingBox())?.y ?? 0
  const bottom = async () => {
    const box = await note.boundingBox()
    return box ? box.y + box.height : Number.POSITIVE_INFINITY
  }
  await expect.poll(async () => (await top()) - (await bottom())).toBeGreaterThan(10)
})
