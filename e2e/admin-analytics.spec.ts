import { expect, test } from '@playwright/test'
import type { Analytics } from '#contract/admin.ts'
import { downloadFile, openDashboard, signedInAdministrator, textAfterBom } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'

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

const ranked = (n: number, title: string, playCount: number, likeCount: number) => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  slug: `track-${n}`,
  title,
  artist: n % 2 ? 'Jürgen "Bär" Müller' : '@home',
  playCount,
  likeCount,
})
const played = Array.from({ length: 10 }, (_, n) => ranked(n, `Track ${n}`, 1000 - n, 0))
const analytics: Analytics = {
  totalTracks: 12,
  totalPlays: 12_345,
  totalLikes: 678,
  publicTracks: 9,
  totalUsers: 4,
  averageEngagement: 1085,
  latestTrack: {
    id: ranked(1, '', 0, 0).id,
    slug: 'track-1',
    title: 'Petal Machine',
    artist: 'Juno Vale',
    createdAt: '2026-11-15T12:00:00.000Z',
  },
  mostPlayed: played,
  mostLiked: [ranked(1, '=1+1', 3, 600), ranked(2, 'Rain, "tape"', 2, 78)],
  topEngagement: [ranked(1, '=1+1', 3, 600)],
  playsPerDay: Array.from({ length: 30 }, (_, n) => ({
    day: `2026-10-${String(n + 1).padStart(2, '0')}`,
    plays: n * 10,
  })),
}

test('admin analytics: the tab ranks five tracks and exports a summary with ten, byte for byte', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/analytics', async (route) => {
    await held.promise
    await route.fulfill({ json: analytics })
  })
  await openDashboard(page, 'Analytics')
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  held.resolve()
  const list = (name: string) =>
    page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name }) })
  await expect(list('Most Played Tracks').getByRole('listitem')).toHaveCount(5)
  await expect(list('Most Played Tracks').getByRole('listitem').first()).toContainText(
    'Track 0@home1,000 plays',
  )
  await expect(list('Most Liked Tracks').getByRole('listitem')).toHaveText([
    /=1\+1.*600 likes/,
    /Rain, "tape".*78 likes/,
  ])
  await expect(list('Top Engagement')).toContainText('3 plays, 600 likes')
  await expect(list('Recent Activity')).toContainText('Petal Machineby Juno Vale')
  const { name, bytes } = await downloadFile(page, 'Export CSV')
  await expect(toast(page, 'Analytics exported')).toBeVisible()
  expect(name).toMatch(/^analytics-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/)
  const lines = [
    'Summary',
    'Total Tracks,12',
    'Total Plays,12345',
    'Total Likes,678',
    'Public Tracks,9',
    'Total Users,4',
    'Average Engagement,1085',
    '',
    'Top 10 Tracks by Plays',
    'Rank,Title,Artist,Plays,Likes',
    ...played.map(
      (track, n) =>
        `${n + 1},Track ${n},${n % 2 ? '"Jürgen ""Bär"" Müller"' : "'@home"},${track.playCount},0`,
    ),
    '',
    'Top 10 Tracks by Likes',
    'Rank,Title,Artist,Plays,Likes',
    `1,'=1+1,"Jürgen ""Bär"" Müller",3,600`,
    `2,"Rain, ""tape""",'@home,2,78`,
    '',
  ]
  expect(textAfterBom(bytes)).toBe(lines.join('\r\n'))
})

test('admin analytics: an empty site shows empty rankings and has nothing to export', async ({
  page,
}) => {
  const nothing: Analytics = {
    ...analytics,
    totalTracks: 0,
    totalPlays: 0,
    totalLikes: 0,
    publicTracks: 0,
    averageEngagement: 0,
    latestTrack: null,
    mostPlayed: [],
    mostLiked: [],
    topEngagement: [],
    playsPerDay: analytics.playsPerDay.map(({ day }) => ({ day, plays: 0 })),
  }
  await page.route('**/api/admin/analytics', (route) => route.fulfill({ json: nothing }))
  await openDashboard(page, 'Analytics')
  for (const text of ['No plays yet', 'No likes yet', 'No engagement yet', 'No tracks yet'])
    await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toast(page, 'Export failed')).toContainText('No data available to export')
})

test('admin analytics: a failed load or export is reported', async ({ page }) => {
  await page.route('**/api/admin/analytics', (route) => route.fulfill({ status: 500 }))
  await openDashboard(page, 'Analytics')
  await expect(page.getByText('The analytics could not be loaded.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await page.unroute('**/api/admin/analytics')
  await page.route('**/api/admin/analytics', (route) => route.fulfill({ json: analytics }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('12,345')).toBeVisible()
  await page.evaluate('URL.createObjectURL = () => { throw new Error("no memory") }')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toast(page, 'Export failed')).toContainText(
    'An error occurred while generating the CSV file',
  )
})
