import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import {
  openDashboard,
  pretendTracks,
  saved,
  searchFor,
  signedInAdministrator,
  textOf,
} from './admin-page.ts'
import { signedInPerson, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'

test.beforeEach(({ page }) => signedInAdministrator(page.request).then(() => undefined))

test('saves the tracks that the search finds, to the byte', async ({ page, request }) => {
  const displayName = `Übermut; ${randomUUID()}`
  const maker = await signedInPerson(request, { displayName })
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
  const { name, bytes } = await saved(page, 'Export')
  await expect(toast(page, 'Tracks exported')).toContainText('2 tracks')
  expect(name).toMatch(/^tracks-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/)
  expect(textOf(bytes)).toBe(
    [
      'ID,Title,Artist,Uploader,Genre,Privacy,Plays,Likes,Seconds,Created',
      `${second.id},"Grüße, ""Tape""",'-5 dB,"${maker.displayName}",,unlisted,0,0,1,${second.createdAt}`,
      `${first.id},'=1+1,,"${maker.displayName}",jazz,public,0,0,2,${first.createdAt}`,
      '',
    ].join('\r\n'),
  )
})

test('saves the people that the search finds, to the byte', async ({ page, request }) => {
  const displayName = `@${randomUUID()}`
  const person = await signedInPerson(request, { displayName })
  await request.put('/api/users/profile', { data: { bio: 'One\nTwo', location: 'Århus' } })
  await openDashboard(page, 'Users')
  await searchFor(page, displayName)
  const { name, bytes } = await saved(page, 'Export Users')
  await expect(toast(page, 'Users exported')).toContainText('1 user')
  expect(name).toMatch(/^users-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/)
  expect(textOf(bytes)).toBe(
    [
      'ID,Display Name,First Name,Last Name,Username,Email,Location,Website,Bio,Joined',
      `${person.id},'${displayName},,,${person.username},${person.email},Århus,,"One\nTwo",${person.createdAt}`,
      '',
    ].join('\r\n'),
  )
})

test('walks all pages, says so meanwhile, and tells where it fails', async ({ page }) => {
  const asked = await pretendTracks(page, 2500)
  await openDashboard(page)
  await expect(page.getByText('Track 0', { exact: true })).toBeVisible()
  asked.length = 0
  const held = Promise.withResolvers<void>()
  await page.route('**/api/tracks?*cursor=2000*', async (route) => {
    await held.promise
    await route.fallback()
  })
  const file = saved(page, 'Export')
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeDisabled()
  held.resolve()
  const lines = textOf((await file).bytes).split('\r\n')
  expect(lines).toHaveLength(2502)
  expect(lines[2500]).toContain(',Track 2499,')
  expect(asked.map(({ search }) => search)).toEqual([
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

test('has nothing to save where the search finds nothing', async ({ page }) => {
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
