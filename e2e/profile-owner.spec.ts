import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'
import {
  expectRedirectToast,
  openProfile,
  shownTitles,
  signInAgain,
  updateProfile,
} from './profile-data.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Profile' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Changes' })

test('own profile: the owner can edit the profile, every field is validated, a taken username is reported at its field, and the URL follows a new username', async ({
  page,
  request,
}) => {
  const other = await signedInUser(request)
  await signedInUser(page.request, { displayName: 'Maren' })
  await uploadTrack(page.request, { title: 'Hinge', seconds: 5 })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maren')
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(dialog(page).getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
  const wrong: [string, string, string][] = [
    ['Username', 'ab', 'Username must be at least 3 characters'],
    ['Username', 'x'.repeat(31), 'Username must be less than 30 characters'],
    ['Username', 'maren voss', 'Username cannot contain spaces'],
    ['Display name', 'x'.repeat(101), 'Display name must be less than 100 characters'],
    ['First name', 'x'.repeat(51), 'First name must be less than 50 characters'],
    ['Last name', 'x'.repeat(51), 'Last name must be less than 50 characters'],
    ['Bio', 'x'.repeat(501), 'Bio must be less than 500 characters'],
    ['Location', 'x'.repeat(101), 'Location must be less than 100 characters'],
    ['Website', 'maren', 'Please enter a valid URL'],
  ]
  for (const [label, value, message] of wrong) {
    await dialog(page)
      .getByLabel(label, { exact: label === 'Username' })
      .fill(value)
    await save(page).click()
    await expect(dialog(page).getByText(message)).toBeVisible()
  }
  const username = `maren-${crypto.randomUUID().slice(0, 8)}`
  const right: [string, string][] = [
    ['Username', username],
    ['Display name', 'Maren Voss'],
    ['First name', 'Maren'],
    ['Last name', ''],
    ['Bio', 'Fiddle player'],
    ['Location', 'Bergen'],
    ['Website', 'maren.example'],
  ]
  for (const [label, value] of right) await dialog(page).getByLabel(label).fill(value)
  const sent = page.waitForRequest('**/api/users/profile')
  await save(page).click()
  expect((await sent).postDataJSON()).toEqual({
    username,
    displayName: 'Maren Voss',
    firstName: 'Maren',
    lastName: '',
    bio: 'Fiddle player',
    location: 'Bergen',
    website: 'https://maren.example',
  })
  await expect(toast(page, 'Profile updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maren Voss')
  await expect(page.getByText('Fiddle player')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText(/^Maren Voss ·/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Account' })).toContainText('M')

  await page.evaluate(`history.pushState(null, '', '/profile/${username}')`)
  await expect(page.getByText(`@${username}`)).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await dialog(page).getByLabel('Username').fill(other.username)
  await save(page).click()
  await expect(dialog(page).getByText('Username is already taken')).toBeVisible()
  await expect(dialog(page).getByLabel('Username')).toBeFocused()
  await expect(toast(page, 'Error updating profile')).toContainText('Username is already taken')
  await page.route('**/api/users/profile', (route) => route.abort())
  const newName = `new-${crypto.randomUUID().slice(0, 8)}`
  await dialog(page).getByLabel('Username').fill(newName)
  await save(page).click()
  await expect(toast(page, 'Error updating profile')).toContainText(
    'Failed to update profile. Please try again.',
  )
  await page.unroute('**/api/users/profile')
  await save(page).click()
  await expect(page).toHaveURL(`/profile/${newName}`)
  await expect(page.getByText(`@${newName}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`@${newName}`)).toBeVisible()
})

test('own profile: drafts are restored after signing in again', async ({ page, context }) => {
  const me = await signedInUser(page.request)
  await openProfile(page, me, 'playlists')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await dialog(page).getByLabel('Bio').fill('Typed before')
  await context.clearCookies()
  await expectRedirectToast(page, 'You are logged out. Logging in again...', () =>
    save(page).click(),
  )
  await signInAgain(page, me)
  await expect(page).toHaveURL(`/profile/${me.id}?tab=playlists`)
  await expect(dialog(page).getByLabel('Bio')).toHaveValue('Typed before')
  // The draft is restored only once.
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(dialog(page).getByLabel('Bio')).toHaveValue('')
  await dialog(page).getByLabel('Bio').fill('Typed before')
  await save(page).click()
  await expect(page.getByRole('main').getByText('Typed before')).toBeVisible()

  await page.getByRole('button', { name: 'New playlist' }).click()
  await page.getByLabel('Title').fill('Rain')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await signInAgain(page, me)
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Rain')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(toast(page, 'Playlist created')).toBeVisible()
  await expect(shownTitles(page)).toHaveText(['Rain'])
})

test('own profile: the profile image can be changed and invalid files are rejected; a playlist can be created, also after a failed first attempt', async ({
  page,
}) => {
  const me = await signedInUser(page.request)
  await openProfile(page, me)
  const image = page.getByRole('main').locator('img').first()
  async function choose(name: string, buffer: Buffer) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Change profile image' }).click()
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
  }
  await choose('me.png', Buffer.alloc(5_242_881))
  await expect(toast(page, 'Error updating profile')).toContainText(
    'File size must be less than 5MB',
  )
  await choose('me.svg', Buffer.from('<svg/>'))
  await expect(toast(page, 'Error updating profile')).toContainText(
    'Please select a valid image file',
  )
  const response = page.waitForResponse('**/api/users/profile-image')
  await choose('me.png', Buffer.from('no image'))
  expect((await response).status()).toBe(415)
  await expect(page.getByRole('button', { name: 'Change profile image' })).toBeEnabled()
  const before = await image.getAttribute('src')
  const red = { width: 300, height: 300, channels: 3, background: '#c5303f' } as const
  await choose('me.png', await sharp({ create: red }).png().toBuffer())
  await expect(toast(page, 'Profile image updated')).toBeVisible()
  await expect(image).not.toHaveAttribute('src', before ?? '')
  await expect(image).toHaveJSProperty('complete', true)
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  await expect(page.getByRole('navigation', { name: 'Account' }).locator('img')).toBeVisible()

  await page.getByRole('tab', { name: 'Playlists' }).click()
  await page.getByRole('button', { name: 'New playlist' }).click()
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
  await create.click()
  await expect(page.getByText('Playlist title is required')).toBeVisible()
  await page.getByLabel('Title').fill('Very Slow Sundays')
  await page.route('**/api/playlists', (route) => route.fulfill({ status: 500 }))
  await create.click()
  await expect(toast(page, 'Failed to create')).toContainText(
    'Could not create playlist. Please try again.',
  )
  await page.unroute('**/api/playlists')
  await create.click()
  await expect(shownTitles(page)).toHaveText(['Very Slow Sundays'])
  await expect(page.getByRole('button', { name: 'New playlist' })).toBeFocused()
})

test('own profile: on a phone every control is reachable', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const me = await signedInUser(page.request, { displayName: 'A Name That Is Rather Long' })
  await updateProfile(page, {
    bio: 'word '.repeat(60),
    website: `https://${'long'.repeat(15)}.example`,
  })
  const title = 'A title that goes on and on and does not want to end'
  await uploadTrack(page.request, { title, seconds: 5, privacy: 'private' })
  await openProfile(page, me)
  for (const tab of ['Reposts', 'Playlists', 'Popular tracks', 'All']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expect(page.getByRole('tabpanel').getByRole('status')).toHaveCount(0)
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide, `no scrolling sideways in ${tab}`).toBe(390)
    await expectAccessible(page)
  }
  await expect(page.getByRole('tabpanel').getByText('Private')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await save(page).scrollIntoViewIfNeeded()
  await expect(save(page)).toBeInViewport()
  await expectAccessible(page)
})
