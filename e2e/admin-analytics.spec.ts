import { expect, test } from '@playwright/test'
import type { Analytics } from '#contract/admin.ts'
import { openDashboard, signedInAdministrator } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'

test.beforeEach(({ page }) => signedInAdministrator(page.request).then(() => undefined))

test('admin analytics: the tab shows the numbers that the API returns', async ({
  page,
  request,
}) => {
  await signedInUser(request, { displayName: 'Maren Voss' })
  const { id } = await uploadTrack(request, { title: 'Nocturne', seconds: 1 })
  await request.post(`/api/tracks/${id}/play`)
  await request.post(`/api/tracks/${id}/like`)
  const response = page.waitForResponse('**/api/admin/analytics')
  await openDashboard(page, 'Analytics')
  const counted: Analytics = await (await response).json()
  expect(counted.totalPlays).toBeGreaterThan(0)
  const number = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
  await expect(number('Total Tracks')).toHaveText(counted.totalTracks.toLocaleString('en-US'))
  await expect(number('Total Plays')).toHaveText(counted.totalPlays.toLocaleString('en-US'))
  await expect(number('Total Likes')).toHaveText(counted.totalLikes.toLocaleString('en-US'))
  await expect(number('Public Tracks')).toHaveText(counted.publicTracks.toLocaleString('en-US'))
  await expect(number('Total Users')).toHaveText(counted.totalUsers.toLocaleString('en-US'))
  await expect(number('Average Engagement')).toContainText(String(counted.averageEngagement))
  await expect(number('Latest Track')).toContainText(counted.latestTrack?.title ?? '?')
  const days = page.getByRole('table', { name: 'Plays per day' }).getByRole('row')
  await expect(days).toHaveCount(31)
  const today = counted.playsPerDay.at(-1)?.plays ?? 0
  expect(today).toBeGreaterThan(0)
  await expect(days.last().getByRole('cell')).toHaveText(today.toLocaleString('en-US'))
})
