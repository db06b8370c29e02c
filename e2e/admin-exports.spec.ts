import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import {
  downloadFile,
  mockTracks,
  openDashboard,
  searchFor,
  signedInAdministrator,
  textAfterBom,
} from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'

test.beforeEach(({ page }) => signedInAdministrator(page.request).then(() => undefined))

test('admin exports: the tracks that match the search are exported, byte for byte', async ({
  page,
  request,
}) => {
  const displayName = `Übermut; ${randomUUID()}`
  const uploader = await signedInUser(request, { displayName })
  const first = await uploadTrack(request, { title: '=1+1', genre: 'jazz', seconds: 2 })
  const second = await uploadTrack(request, {
    title: 'Grüße, "Tape"',
    artist: '-5 dB',
    privacy: 'unlisted',
    seconds: 1,
  })
  await openDashboard(page)
  await page.getByRole('main').getByRole('searchbox').fill(displayName)
  await expect(page.getByRole('listitem').filter({ hasText: displayName })).toHaveCount(2)
  const { name, bytes } = await downloadFile(page, 'Export')
  await expect(toast(page, 'Tracks exported')).toContainText('2 tracks')
  expect(name).toMatch(/^tracks-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/)
  expect(textAfterBom(bytes)).toBe(
    [
      'ID,Title,Artist,Uploader,Genre,Privacy,Plays,Likes,Seconds,Created',
      `${second.id},"Grüße, ""Tape""",'-5 dB,"${uploader.displayName}",,unlisted,0,0,1,${second.createdAt}`,
      `${first.id},'=1+1,,"${uploader.displayName}",jazz,public,0,0,2,${first.createdAt}`,
      '',
    ].join('\r\n'),
  )
})

test('admin exports: the users who match the search are exported, byte for byte', async ({
  page,
  request,
}) => {
  const displayName = `@${randomUUID()}`
  const user = await signedInUser(request, { displayName })
  await request.put('/api/users/profile', { data: { bio: 'One\nTwo', location: 'Århus' } })
  await openDashboard(page, 'Users')
  await searchFor(page, displayName)
  const { name, bytes } = await downloadFile(page, 'Export Users')
  await expect(toast(page, 'Users exported')).toContainText('1 user')
  expect(name).toMatch(/^users-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/)
  expect(textAfterBom(bytes)).toBe(
    [
      'ID,Display Name,First Name,Last Name,Username,Email,Location,Website,Bio,Joined',
      `${user.id},'${displayName},,,${user.username},${user.email},Århus,,"One\nTwo",${user.createdAt}`,
      '',
    ].join('\r\n'),
  )
})

test('admin exports: an export loads all pages, shows that it is running and reports an error', async ({
  page,
}) => {
  const requests = await mockTracks(page, 2500)
  await openDashboard(page)
  await expect(page.getByText('Track 0', { exact: true })).toBeVisible()
  requests.length = 0
  const held = Promise.withResolvers<void>()
  await page.route('**/api/tracks?*cursor=2000*', async (route) => {
    await held.promise
    await route.fallback()
  })
  const file = downloadFile(page, 'Export')
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeDisabled()
  held.resolve()
  const lines = textAfterBom((await file).bytes).split('\r\n')
  expect(lines).toHaveLength(2502)
  expect(lines[2500]).toContain(',Track 2499,')
  expect(requests.map(({ search }) => search)).toEqual([
    '?limit=1000',
    '?limit=1000&cursor=1000',
    '?limit=1000&cursor=2000',
  ])
  await page.route('**/api/tracks?*cursor=1000*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(toast(page, 'Export failed')).toContainText(
    'An error occurred while generating the CSV file',
  )
})

test('admin exports: a search without results has nothing to export', async ({ page }) => {
  await openDashboard(page)
  for (const [tab, button] of [
    ['Content', 'Export'],
    ['Users', 'Export Users'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('main').getByRole('searchbox').fill(randomUUID())
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(toast(page, 'Export failed')).toContainText('No data available to export')
    await toast(page, 'Export failed').getByLabel('Dismiss').click()
  }
})
