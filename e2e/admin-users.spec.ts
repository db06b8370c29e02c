import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openDashboard, searchFor, signedInAdministrator } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'
import { test } from './test.ts'

const unique = (word: string) => `${word} ${randomUUID()}`

test('admin users: an administrator finds, edits and deletes a user with all data', async ({
  page,
  request,
}) => {
  const admin = await signedInAdministrator(page.request)
  const user = await signedInUser(request, { displayName: unique('Maren') })
  const track = await uploadTrack(request, { title: unique('Ferry'), seconds: 1 })
  await test.step('find users', async () => {
    await openDashboard(page, 'Users')
    await expect(
      page.getByRole('paragraph').filter({ hasText: /^[\d,]+ users in total$/ }),
    ).toBeVisible()
    const joined = new Date(user.createdAt).toLocaleDateString('en-US', { dateStyle: 'medium' })
    for (const query of [user.displayName?.toUpperCase() ?? '', user.email?.slice(0, 36) ?? '']) {
      const row = await searchFor(page, query)
      for (const text of [user.displayName, user.email, `ID: ${user.id}`, `Joined: ${joined}`])
        await expect(row).toContainText(text ?? '')
      await expect(row.getByText('User', { exact: true })).toBeVisible()
      await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
      await expect(row.getByRole('link', { name: /^View Profile/ })).toHaveAttribute(
        'href',
        `/profile/${user.id}`,
      )
      await expect(row.getByRole('button', { name: /^Delete/ })).toBeVisible()
    }
    const ownRow = await searchFor(page, 'admin@localhost')
    await expect(ownRow).toContainText(admin.id)
    await expect(ownRow.getByText('You', { exact: true })).toBeVisible()
    await expect(ownRow.getByRole('button', { name: /^Edit/ })).toBeVisible()
    await expect(ownRow.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  })

  const renamed = unique('Renamed')
  await test.step('edit a user', async () => {
    const row = await searchFor(page, user.displayName ?? '')
    // By name: until the results arrive the row is that of the search before.
    await row.getByRole('button', { name: `Edit ${user.displayName}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await expect(dialog.getByLabel('Display Name')).toHaveValue(user.displayName ?? '')
    await expect(dialog.getByLabel('Website')).toHaveAttribute('placeholder', /^https:/)
    await expectAccessible(page)
    await dialog.getByLabel('Display Name').fill(renamed)
    await dialog.getByLabel('First Name').fill('Maren')
    await dialog.getByLabel('Last Name').fill('x'.repeat(51))
    await dialog.getByLabel('Bio').fill('Plays the saw.')
    await dialog.getByLabel('Location').fill('Aarhus')
    await dialog.getByLabel('Website').fill('not a URL')
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    await save.click()
    await expect(dialog.getByText('Last name must be less than 50 characters')).toBeVisible()
    await expect(dialog.getByText('Please enter a valid URL')).toBeVisible()
    await dialog.getByLabel('Last Name').fill('Voss')
    await dialog.getByLabel('Website').fill('https://maren.example')
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/users/${user.id}/admin`, async (route) => {
      await held.promise
      await route.continue()
    })
    await save.click()
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    held.resolve()
    await expect(toast(page, 'User updated')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Users' })).toContainText(renamed)
    const profile = await (await page.request.get(`/api/users/${user.id}`)).json()
    expect(profile).toMatchObject({
      displayName: renamed,
      firstName: 'Maren',
      lastName: 'Voss',
      bio: 'Plays the saw.',
      location: 'Aarhus',
      website: 'https://maren.example',
    })
    // The user's tracks show the new name, too.
    await page.getByRole('tab', { name: 'Content' }).click()
    await expect(await searchFor(page, renamed)).toContainText(`by ${renamed}`)
  })

  await test.step('delete the user', async () => {
    await page.unroute(`**/api/users/${user.id}/admin`)
    await page.getByRole('tab', { name: 'Users' }).click()
    await (await searchFor(page, renamed))
      .getByRole('button', { name: `Delete ${renamed}` })
      .click()
    const confirmation = page.getByRole('alertdialog', { name: 'Delete User' })
    await expect(confirmation).toContainText(
      `Are you sure you want to delete the account for "${renamed}"? This action cannot be undone and will remove all user data, tracks, and playlists.`,
    )
    await expectAccessible(page)
    const heldDeletion = Promise.withResolvers<void>()
    await page.route(`**/api/users/${user.id}/admin`, async (route) => {
      await heldDeletion.promise
      await route.continue()
    })
    await confirmation.getByRole('button', { name: 'Delete User' }).click()
    await expect(confirmation.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
    heldDeletion.resolve()
    await expect(toast(page, 'User deleted')).toBeVisible()
    await expect(page.getByText('No users found')).toBeVisible()
    expect((await request.get('/api/auth/user')).status()).toBe(401)
    for (const gone of [
      `users/${user.id}`,
      `tracks/slug/${track.slug}`,
      `tracks/${track.id}/audio`,
    ])
      expect((await page.request.get(`/api/${gone}`)).status()).toBe(404)
  })
})
