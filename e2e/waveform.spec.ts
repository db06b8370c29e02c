import { expect, type Page, test } from '@playwright/test'
import { waveform, wavePath } from '#brand/waveform.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { openTrack } from './track-page.ts'

const bars = (page: Page) =>
  page.getByRole('main').getByRole('slider', { name: 'Seek in Hinge' }).locator('path').last()

test('waveform: bars are drawn at once, and the analyzed ones replace them on the track page and in the profile', async ({
  page,
}) => {
  await signedInUser(page.request)
  const track = await uploadTrack(page.request, {
    title: 'Hinge',
    isUploaded: true,
  })
  const derived = wavePath(waveform(track.id))
  await openTrack(page, track)
  await expect(bars(page)).toHaveAttribute('d', /^M/)
  // The owner's page asks again while the server works on the file.
  await expect(bars(page)).not.toHaveAttribute('d', derived, { timeout: 60_000 })
  await expect(page.getByText('Processing…')).toHaveCount(0)
  const response = await page.request.get(`/api/tracks/${track.id}/waveform`)
  expect(response.status()).toBe(200)

  const analyzed = await bars(page).getAttribute('d')
  await page.goto(`/profile/${track.userId}`)
  await expect(bars(page)).toHaveAttribute('d', analyzed ?? '')
  await expect(bars(page)).toHaveCount(1)
})
