import { expect } from '@playwright/test'
import { fixture } from '#server/testing/sample-files.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { signedInAdministrator } from './admin-page.ts'
import { signedInUser } from './data.ts'
import { toast } from './playlist-data.ts'
import { test } from './test.ts'
import { openTrack, trackOf } from './track-page.ts'

test('reports: a listener reports a track and a profile, and an administrator plays and dismisses them', async ({
  page,
  request,
}) => {
  const title = `Reported ${Date.now()}`
  const track = await trackOf(request, { audio: fixture('tone.mp3'), title })
  await signedInUser(page.request, { displayName: 'Watchful Listener' })
  await openTrack(page, track)
  await page.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await dialog.getByLabel('Reason').selectOption('Copyright')
  await dialog.getByLabel('Details').fill('This is my recording.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, 'Report sent')).toContainText('Thank you. A moderator will look at it.')

  await page.getByRole('main').getByRole('link', { name: 'Low Tide Choir' }).first().click()
  await expect(page).toHaveURL(`/profile/${track.userId}`)
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await dialog.getByLabel('Reason').selectOption('Spam')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toHaveCount(0)

  await page.context().clearCookies()
  await signedInAdministrator(page.request)
  await page.goto('/letmein')
  await page.getByRole('link', { name: /^Reports\s*\d+ open$/ }).click()
  await expect(page).toHaveURL('/letmein/reports')
  const row = page.getByRole('region', { name: 'Reports' }).getByRole('button', { name: title })
  await row.click()
  const entry = page.getByRole('article', { name: title })
  await expect(entry.getByText('This is my recording.')).toBeVisible()
  await expect(entry.getByRole('link', { name: 'Watchful Listener' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await entry.getByRole('button', { name: `Play ${title}` }).click()
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(title)
  await entry.getByRole('button', { name: 'Dismiss' }).click()
  await expect(entry).toHaveCount(0)
  await page.getByRole('button', { name: 'Decided' }).click()
  await row.click()
  await entry.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await row.click()
  await expect(entry.getByText('Undone')).toBeVisible()
})
