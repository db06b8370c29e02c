import { expect } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { expectAccessible } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist, toast } from './playlist-data.ts'
import { count, shownTitles } from './profile-data.ts'
import { test } from './test.ts'

test('profile page: it shows a profile by its username, with tabs for the keyboard', async ({
  page,
  request,
}) => {
  const artist = await signedInUser(request, { displayName: 'Maren Voss' })
  await request.put('/api/users/profile', {
    data: {
      username: artist.username,
      bio: 'Slow songs for tall rooms.',
      location: 'Bergen',
      website: 'https://www.maren.example/',
    },
  })
  for (const title of ['Hinge', 'Nocturne', 'Salt'])
    await uploadTrack(request, { title, seconds: 5 })
  await uploadTrack(request, { title: 'Secret', seconds: 5, privacy: 'private' })
  await createPlaylist(request, { title: 'Wood and Gut' })
  await createPlaylist(request, { title: 'For me alone', privacy: 'private' })
  await signedInUser(page.request, { displayName: 'Listener' })
  const tracks: Track[] = await (await request.get(`/api/users/${artist.id}/tracks`)).json()
  const nocturne = tracks.find(({ title }) => title === 'Nocturne')
  await page.request.post(`/api/tracks/${nocturne?.id}/like`, { data: {} })

  await test.step('the page', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/profile/${artist.username}`)
    await expect(page).toHaveTitle('Maren Voss · Soundpost')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maren Voss')
    await expect(page.getByText(`@${artist.username}`)).toBeVisible()
    await expect(page.getByText('Slow songs for tall rooms.')).toBeVisible()
    await expect(page.getByText('Bergen')).toBeVisible()
    await expect(page.getByText(/^Joined \w+ \d{4}$/)).toBeVisible()
    const website = page.getByRole('link', { name: 'maren.example' })
    await expect(website).toHaveAttribute('href', 'https://www.maren.example/')
    await expect(website).toHaveAttribute('rel', /noopener.*noreferrer/)
    await expect(count(page, 'Tracks')).toHaveText('3')
    await expect(shownTitles(page)).toHaveText(['Salt', 'Nocturne', 'Hinge'])
    await expect(page.getByText('Just now').first()).toBeVisible()
    await page.getByRole('button', { name: 'Options for Hinge' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Play next',
      'Add to queue',
      'Add to playlist',
      'Like',
      'Share',
      'Copy link',
      'Go to artist',
      'Embed',
      'Report',
    ])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('tabs with the keyboard', async () => {
    await page.getByRole('tab', { name: 'All' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Popular tracks' })).toBeFocused()
    await expect(page).toHaveURL(`/profile/${artist.username}?tab=popular`)
    await expect(shownTitles(page).first()).toHaveText('Nocturne')
    await expect(shownTitles(page)).toHaveCount(3)
    await page.keyboard.press('ArrowRight')
    await expect(shownTitles(page)).toHaveText(['Wood and Gut'])
    await expect(page.getByRole('button', { name: 'New playlist' })).toHaveCount(0)
    await page.keyboard.press('End')
    await expect(page.getByRole('heading', { name: 'No reposts', exact: true })).toBeVisible()
    await page.keyboard.press('Home')
    await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('playlists', async () => {
    await page.getByRole('tab', { name: 'Playlists' }).click()
    await expect(shownTitles(page)).toHaveText(['Wood and Gut'])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Wood and Gut' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Maren Voss' }).first().click()
    await expect(page).toHaveURL(`/profile/${artist.id}`)
  })
})

test('profile page: a listener plays, likes and shares a track there', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const artist = await signedInUser(request, { displayName: 'Maren Voss' })
  const track = await uploadTrack(request, { title: 'Hinge', seconds: 30 })
  await signedInUser(page.request)
  await page.goto(`/profile/${artist.id}`)
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Play Hinge' }).click()
  await expect(panel.getByRole('button', { name: 'Pause Hinge' })).toBeVisible()
  const wave = panel.getByRole('slider', { name: 'Seek in Hinge' })
  await expect.poll(async () => Number(await wave.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(panel.getByText('1 play', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Pause Hinge' }).click()
  await panel.getByRole('button', { name: 'Like Hinge: 0' }).click()
  await expect(panel.getByRole('button', { name: 'Like Hinge: 1', pressed: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Share Hinge' }).click()
  await expect(toast(page, 'Link copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `/track/${track.slug}`,
  )
  await page.getByRole('tab', { name: 'Popular tracks' }).click()
  await expect(panel.getByRole('button', { name: 'Play Hinge' })).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Like Hinge/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await panel.getByRole('button', { name: 'Add Hinge to playlist' }).click()
  // The user has no playlist yet.
  await expect(page.getByRole('dialog', { name: 'Create new' })).toBeVisible()
})
