import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openDashboard, searchFor, signedInAdministrator } from './admin-page.ts'
import { signedInPerson, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'

const unique = (word: string) => `${word} ${randomUUID()}`

test('lists people, and finds them by name or e-mail', async ({ page, request }) => {
  const admin = await signedInAdministrator(page.request)
  const person = await signedInPerson(request, { displayName: unique('Maren') })
  await openDashboard(page, 'Users')
  await expect(page.getByText(/^[\d,]+ users in total$/)).toBeVisible()
  const joined = new Date(person.createdAt).toLocaleDateString('en-US')
  for (const words of [person.displayName?.toUpperCase() ?? '', person.email?.slice(0, 36) ?? '']) {
    const row = await searchFor(page, words)
    for (const text of [person.displayName, person.email, `ID: ${person.id}`, `Joined: ${joined}`])
      await expect(row).toContainText(text ?? '')
    await expect(row.getByText('User', { exact: true })).toBeVisible()
    await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
    await expect(row.getByRole('link', { name: /^View Profile/ })).toHaveAttribute(
      'href',
      `/profile/${person.id}`,
    )
    await expect(row.getByRole('button', { name: /^Delete/ })).toBeVisible()
  }
  const own = await searchFor(page, 'admin@localhost')
  await expect(own).toContainText(admin.id)
  await expect(own.getByText('You', { exact: true })).toBeVisible()
  await expect(own.getByRole('button', { name: /^Edit/ })).toBeVisible()
  await expect(own.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
})

test('says what is not known of a person', async ({ page }) => {
  await signedInAdministrator(page.request)
  await page.route('**/api/users?*', async (route) => {
    const answer = await route.fetch()
    const [someone] = await answer.json()
    const nameless = { displayName: null, firstName: null, lastName: null, email: null }
    const strangers = [
      { ...someone, ...nameless, id: randomUUID(), createdAt: null },
      { ...someone, ...nameless, id: randomUUID(), firstName: 'Béla', lastName: 'Varga' },
    ]
    await route.fulfill({ json: strangers })
  })
  await openDashboard(page, 'Users')
  const rows = page.getByRole('region', { name: 'Users' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Unnamed User')
  await expect(rows.first()).toContainText('Joined: Unknown')
  await expect(rows.last()).toContainText('Béla Varga')
})

test('changes a person', async ({ page, request }) => {
  await signedInAdministrator(page.request)
  const person = await signedInPerson(request, { displayName: unique('Maren') })
  await uploadTrack(request, { title: unique('Ferry'), seconds: 1 })
  await openDashboard(page, 'Users')
  const row = await searchFor(page, person.displayName ?? '')
  await row.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog.getByLabel('Display Name')).toHaveValue(person.displayName ?? '')
  await expect(dialog.getByLabel('Website')).toHaveAttribute('placeholder', /^https:/)
  await expectAccessible(page)
  const renamed = unique('Renamed')
  await dialog.getByLabel('Display Name').fill(renamed)
  await dialog.getByLabel('First Name').fill('Maren')
  await dialog.getByLabel('Last Name').fill('x'.repeat(51))
  await dialog.getByLabel('Bio').fill('Plays the saw.')
  await dialog.getByLabel('Location').fill('Aarhus')
  await dialog.getByLabel('Website').fill('not an address')
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(dialog.getByText('Last name must be less than 50 characters')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid URL')).toBeVisible()
  await dialog.getByLabel('Last Name').fill('Voss')
  await dialog.getByLabel('Website').fill('https://maren.example')
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/users/${person.id}/admin`, async (route) => {
    await held.promise
    await route.continue()
  })
  await save.click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  held.resolve()
  await expect(toast(page, 'User updated')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Users' })).toContainText(renamed)
  const profile = await (await page.request.get(`/api/users/${person.id}`)).json()
  expect(profile).toMatchObject({
    displayName: renamed,
    firstName: 'Maren',
    lastName: 'Voss',
    bio: 'Plays the saw.',
    location: 'Aarhus',
    website: 'https://maren.example',
  })
  // Their name stands beside their tracks, too.
  await page.getByRole('tab', { name: 'Content' }).click()
  await expect(await searchFor(page, renamed)).toContainText(`by ${renamed}`)
})

test('deletes a person with everything of theirs, and signs them out', async ({
  page,
  request,
}) => {
  await signedInAdministrator(page.request)
  const person = await signedInPerson(request, { displayName: unique('Maren') })
  const track = await uploadTrack(request, { title: unique('Ferry'), seconds: 1 })
  await openDashboard(page, 'Users')
  const row = await searchFor(page, person.displayName ?? '')
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete User' })
  await expect(question).toContainText(
    `Are you sure you want to delete the account for "${person.displayName}"? This action cannot be undone and will remove all user data, tracks, and playlists.`,
  )
  await expectAccessible(page)
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/users/${person.id}/admin`, async (route) => {
    await held.promise
    await route.continue()
  })
  await question.getByRole('button', { name: 'Delete User' }).click()
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  held.resolve()
  await expect(toast(page, 'User deleted')).toBeVisible()
  await expect(page.getByText('No users found')).toBeVisible()
  expect((await request.get('/api/auth/user')).status()).toBe(401)
  for (const gone of [
    `users/${person.id}`,
    `tracks/slug/${track.slug}`,
    `tracks/${track.id}/audio`,
  ])
    expect((await page.request.get(`/api/${gone}`)).status()).toBe(404)
})

test('says why a change or a deletion failed', async ({ page, request }) => {
  await signedInAdministrator(page.request)
  const person = await signedInPerson(request, { displayName: unique('Maren') })
  await openDashboard(page, 'Users')
  const row = await searchFor(page, person.displayName ?? '')
  await page.route(`**/api/users/${person.id}/admin`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { message: 'The cat sat on it.' } })
      : route.abort(),
  )
  await row.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Update failed')).toContainText('The cat sat on it.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete User' }).click()
  await expect(toast(page, 'Delete failed')).toContainText(
    'Failed to delete user. Please try again.',
  )
  await expect(page.getByRole('button', { name: 'Delete User' })).toBeFocused()
})
