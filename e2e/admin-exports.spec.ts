import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import {
  downloadFile,
  openDashboard,
  searchFor,
  signedInAdministrator,
  textAfterBom,
} from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'
import { test } from './test.ts'

test.beforeEach(({ page }) => signedInAdministrator(page.request).then(() => undefined))

test('admin exports: the tracks and the users that match the search are exported, byte for byte', async ({
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
  const tracks = await downloadFile(page, 'Export')
  await expect(toast(page, 'Tracks exported')).toContainText('2 tracks')
  expect(tracks.name).toMatch(/^tracks-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/)
  expect(textAfterBom(tracks.bytes)).toBe(
    [
      'ID,Title,Artist,Uploader,Genre,Privacy,Goes Public,Plays,Likes,Seconds,Created',
      `${second.id},"Grüße, ""Tape""",'-5 dB,"${uploader.displayName}",,unlisted,,0,0,1,${second.createdAt}`,
      `${first.id},'=1+1,,"${uploader.displayName}",jazz,public,,0,0,2,${first.createdAt}`,
      '',
    ].join('\r\n'),
  )

  const formula = `@${randomUUID()}`
  const user = await signedInUser(request, { displayName: formula })
  await request.put('/api/users/profile', { data: { bio: 'One\nTwo', location: 'Århus' } })
  await page.getByRole('tab', { name: 'Users' }).click()
  await searchFor(page, formula)
  const users = await downloadFile(page, 'Export Users')
  await expect(toast(page, 'Users exported')).toContainText('1 user')
  expect(users.name).toMatch(/^users-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/)
  expect(textAfterBom(users.bytes)).toBe(
    [
      'ID,Display Name,First Name,Last Name,Username,Email,Location,Website,Bio,Joined',
      `${user.id},'${formula},,,${user.username},${user.email},Århus,,"One\nTwo",${user.createdAt}`,
      '',
    ].join('\r\n'),
  )
})
