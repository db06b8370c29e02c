import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { toast } from './playlist-data.ts'
import { shownTitles } from './profile-data.ts'
import { test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Profile' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Changes' })

test('own profile: the owner edits the profile and its image and creates a playlist', async ({
  page,
}) => {
  const title = 'A title that goes on and on and does not want to end'
  const username = `maren-${crypto.randomUUID().slice(0, 8)}`
  await signedInUser(page.request, { displayName: 'Maren' })
  await uploadTrack(page.request, { title, seconds: 5, privacy: 'private' })
  await test.step('edit the profile', async () => {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maren')
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(dialog(page).getByLabel('Username')).toBeFocused()
    await expectAccessible(page)
    const bio = 'word '.repeat(60).trim()
    const website = `${'long'.repeat(15)}.example`
    const values: [string, string][] = [
      ['Username', username],
      ['Display name', 'A Name That Is Rather Long'],
      ['First name', 'Maren'],
      ['Last name', ''],
      ['Bio', bio],
      ['Location', 'Bergen'],
      ['Website', website],
      ['Fediverse', 'maren@folk.example'],
    ]
    for (const [label, value] of values) await dialog(page).getByLabel(label).fill(value)
    const sent = page.waitForRequest('**/api/users/profile')
    await save(page).click()
    expect((await sent).postDataJSON()).toEqual({
      username,
      displayName: 'A Name That Is Rather Long',
      firstName: 'Maren',
      lastName: '',
      bio,
      location: 'Bergen',
      website: `https://${website}`,
      fediverse: '@maren@folk.example',
    })
    await expect(toast(page, 'Profile updated')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Name That Is Rather Long')
    await expect(page.getByText(bio)).toBeVisible()
    await expect(
      page.getByRole('tabpanel').getByText(/^A Name That Is Rather Long ·/),
    ).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Account' })).toContainText('A')
  })

  await test.step('the URL follows a new username', async () => {
    await page.evaluate((path) => history.pushState(null, '', path), `/profile/${username}`)
    await expect(page.getByText(`@${username}`)).toBeVisible()
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const newName = `new-${username}`
    await dialog(page).getByLabel('Username').fill(newName)
    await save(page).click()
    await expect(page).toHaveURL(`/profile/${newName}`)
    await expect(page.getByText(`@${newName}`)).toBeVisible()
    const me = await (await page.request.get('/api/auth/user')).json()
    expect(me.username).toBe(newName)
  })

  await test.step('change the profile image', async () => {
    const image = page.getByRole('main').locator('img').first()
    async function choose(name: string, buffer: Buffer) {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Change profile image' }).click()
      await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
    }
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
  })

  await test.step('on a phone every control is reachable', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const tab of ['Reposts', 'Playlists', 'Popular tracks', 'All']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
      await expect(page.getByRole('tabpanel').getByRole('status')).toHaveCount(0)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `no scrolling sideways in ${tab}`).toBe(390)
      await expectAccessible(page)
    }
    await expect(page.getByRole('tabpanel').getByText('Private')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await save(page).scrollIntoViewIfNeeded()
    await expect(save(page)).toBeInViewport()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('create a playlist', async () => {
    await page.getByRole('tab', { name: 'Playlists' }).click()
    await page.getByRole('button', { name: 'New playlist' }).click()
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
    await page.getByLabel('Title').fill('Very Slow Sundays')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(toast(page, 'Playlist created')).toBeVisible()
    await expect(shownTitles(page)).toHaveText(['Very Slow Sundays'])
    await expect(page.getByRole('button', { name: 'New playlist' })).toBeFocused()
  })
})
