import { expect } from '@playwright/test'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { signedInAdministrator } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist, toast } from './playlist-data.ts'
import { count } from './profile-data.ts'
import { searchBox, uniqueWord } from './search-data.ts'
import { test } from './test.ts'
import { openTrack, trackOf } from './track-page.ts'

const audio = fixture('tone.mp3')

test('track page: Follow follows the uploader, and the lists of the profile show it', async ({
  page,
  request,
}) => {
  const artist = await signedInUser(request, { displayName: 'Zofia Kestrel' })
  const track = await uploadTrack(request, { audio, title: `Kestrel Song ${uniqueWord()}` })
  const listener = await signedInUser(page.request, { displayName: 'Quiet Listener' })
  const avatar = (id: string) => `img[src^="/api/users/${id}/avatar"]`
  const main = page.getByRole('main')
  await openTrack(page, track)
  const header = page.getByRole('banner').locator(avatar(listener.id))
  await expect(header).not.toHaveJSProperty('naturalWidth', 0)
  await expect(main.locator(avatar(artist.id)).first()).toBeVisible()
  await main.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(main.getByRole('button', { name: 'Unfollow', exact: true })).toBeVisible()

  await main.getByRole('link', { name: 'Zofia Kestrel' }).first().click()
  await expect(page).toHaveURL(`/profile/${artist.id}`)
  await expect(main.locator(avatar(artist.id)).first()).toBeVisible()
  await expect(count(page, 'Followers')).toHaveText('1')
  await page.getByRole('button', { name: '1 follower' }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers' })
  await expect(dialog.getByRole('listitem')).toHaveText(/Quiet Listener/)
  await expect(dialog.locator(avatar(listener.id))).toBeVisible()
  // Users cannot follow themselves.
  await expect(dialog.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Quiet Listener' }).click()
  await expect(page).toHaveURL(`/profile/${listener.id}`)
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: '1 following' }).click()
  const following = page.getByRole('dialog', { name: 'Following' })
  await following.getByRole('button', { name: 'Unfollow Zofia Kestrel' }).click()
  await expect(following.getByRole('button', { name: 'Follow Zofia Kestrel' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(count(page, 'Following')).toHaveText('0')

  await searchBox(page).fill('kestrel')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=kestrel')
  await expect(main.locator(avatar(artist.id)).first()).toBeVisible()
  // The name on the card leads to the profile.
  const card = main.getByRole('article').filter({ hasText: track.title })
  await card.getByRole('link', { name: 'Zofia Kestrel' }).click()
  await expect(page).toHaveURL(`/profile/${artist.id}`)
})

test('privacy: links of unlisted tracks cannot be guessed, and private ones are not found', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const owner = await signedInUser(page.request)
  const track = await uploadTrack(page.request, {
    audio,
    title: 'Sketch',
    privacy: 'private',
    artwork: await createImage({ width: 400, height: 400 }),
  })
  await createPlaylist(page.request, { title: 'Drafts', privacy: 'private' })
  const published = await uploadTrack(page.request, { audio, title: 'Was Public' })
  const main = page.getByRole('main')
  const profile = page.getByRole('banner').locator(`a[href="/profile/${owner.id}"]`)
  await test.step('the owner sees what is private', async () => {
    await openTrack(page, track)
    await expect(main.getByRole('link', { name: 'Ines Calder' }).first()).toBeVisible()
    await expect(page.locator('.artwork-glow')).toHaveAttribute('style', /--art-a: ?#c[45]3/)
    await expect(main.getByText('Private', { exact: true })).toBeVisible()
    await main.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(toast(page, 'Link copied!')).toContainText(
      'Only you can open this link while the track is private.',
    )
    await profile.click()
    await page.getByRole('tab', { name: 'Playlists' }).click()
    await main.getByRole('link', { name: 'Drafts' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drafts')
    await expect(main.getByText('Private', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(toast(page, 'Link copied!')).toContainText(
      'Only you can open this link while the playlist is private.',
    )
  })

  await test.step('unlisted', async () => {
    const unlisted = await uploadTrack(page.request, { audio, title: 'Demo', privacy: 'unlisted' })
    expect(unlisted.slug).toMatch(/^demo-[a-z2-9]{12,}$/)
    await profile.click()
    await main.getByRole('link', { name: 'Was Public' }).first().click()
    await page.getByRole('button', { name: 'Options for Was Public' }).click()
    await page.getByRole('menuitem', { name: 'Edit Track' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Privacy').selectOption('unlisted')
    await expect(dialog.getByText('Its link stays the same')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(main.getByText('Unlisted', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(`/track/${published.slug}`)
    expect((await request.get(`/track/${published.slug}`)).status()).toBe(200)
  })

  await test.step('a visitor does not find what is private', async () => {
    await context.clearCookies()
    const response = await page.goto(`/track/${track.slug}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Not Found')
    await expect(page).toHaveTitle('Track Not Found · Soundpost')
    await expectAccessibleInBothThemes(page)
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('administrator: the pages of tracks and playlists have the menu to edit and delete', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { audio, title: 'Reported' })
  const playlist = await createPlaylist(request, { title: 'Reported list', tracks: [track] })
  await signedInAdministrator(page.request)
  await page.goto(`/playlist/${playlist.slug}`)
  await page.getByRole('button', { name: /^More about/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Play next',
    'Add to queue',
    'Add to playlist',
    'Copy link',
    'Embed',
    'RSS feed (opens in a new tab)',
    'Copy feed address',
    'Report',
    'Delete playlist',
  ])
  await page.getByRole('menuitem', { name: 'Delete playlist' }).click()
  await page.getByRole('button', { name: 'Delete playlist' }).click()
  await expect(page).toHaveURL(`/profile/${track.userId}`)

  await page.getByRole('main').getByRole('link', { name: 'Reported', exact: true }).first().click()
  // The card on the profile has a button of the same name.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reported')
  await page.getByRole('button', { name: 'Options for Reported' }).click()
  await page.getByRole('menuitem', { name: 'Edit Track' }).click()
  await page.getByLabel('Title').fill('Reviewed')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reviewed')
  await page.getByRole('button', { name: 'Options for Reviewed' }).click()
  await page.getByRole('menuitem', { name: 'Delete Track' }).click()
  await page.getByRole('button', { name: 'Delete Track' }).click()
  await expect(page).toHaveURL(`/profile/${track.userId}`)
})
