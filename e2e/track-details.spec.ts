import { expect, test } from '@playwright/test'
import { fixture } from '#server/testing/sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { signedInAdministrator } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist, toast } from './playlist-data.ts'
import { count } from './profile-data.ts'
import { openTrack, trackOf } from './track-page.ts'

const audio = fixture('tone.mp3')

test('track page: it shows artist, uploader, studio and tags, and links in the description', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, {
    audio,
    title: 'Salt Flats',
    artist: 'The Guest Band',
    studio: 'Kiln Records',
    tags: ['field recording', 'r&b'],
    description: 'Tour dates:\nhttps://guest.example/tour?y=2026&x=1.\n<b>javascript:alert(1)</b>',
  })
  await openTrack(page, track)
  const main = page.getByRole('main')
  await expect(main.getByText('The Guest Band', { exact: true })).toBeVisible()
  await expect(main.getByText('uploaded by')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Low Tide Choir' }).first()).toBeVisible()
  await expect(main.getByText('Kiln Records')).toBeVisible()
  const about = main.getByRole('paragraph').filter({ hasText: 'Tour dates' })
  const link = about.getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://guest.example/tour?y=2026&x=1')
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect(about).toHaveCSS('white-space', /pre-line|preserve-breaks/)
  await expect(about).toContainText('<b>javascript:alert(1)</b>')
  await expect(about.locator('b')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)

  const tags = main.getByRole('list', { name: 'Tags' }).getByRole('link')
  await expect(tags).toHaveText(['field recording', 'r&b'])
  await tags.last().click()
  await expect(page).toHaveURL('/search?q=r%26b')
  await expect(main.getByRole('link', { name: 'Salt Flats' }).first()).toBeVisible()
})

test('track page: Follow follows the uploader, who has the same avatar everywhere, and the lists of the profile show it', async ({
  page,
  request,
}) => {
  const artist = await signedInUser(request, { displayName: 'Zofia Kestrel' })
  const track = await uploadTrack(request, { audio, title: 'Kestrel Song' })
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

  await page.goto('/search?q=kestrel')
  await expect(main.locator(avatar(artist.id)).first()).toBeVisible()
  // The name on the card leads to the profile.
  const card = main.getByRole('article').filter({ hasText: 'Kestrel Song' })
  await card.getByRole('link', { name: 'Zofia Kestrel' }).click()
  await expect(page).toHaveURL(`/profile/${artist.id}`)
})

test('privacy: the owner sees it on the page of a track and a playlist and when sharing it; an unlisted track has a link that cannot be guessed, and a public one keeps its link when it becomes unlisted', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedInUser(page.request)
  const track = await uploadTrack(page.request, { audio, title: 'Sketch', privacy: 'private' })
  await openTrack(page, track)
  const main = page.getByRole('main')
  await expect(main.getByText('Private', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(toast(page, 'Link copied!')).toContainText(
    'Only you can open this link while the track is private.',
  )
  const playlist = await createPlaylist(page.request, { title: 'Drafts', privacy: 'private' })
  await page.goto(`/playlist/${playlist.slug}`)
  await expect(main.getByText('Private', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link copied!')).toContainText(
    'Only you can open this link while the playlist is private.',
  )

  const unlisted = await uploadTrack(page.request, { audio, title: 'Demo', privacy: 'unlisted' })
  expect(unlisted.slug).toMatch(/^demo-[a-z2-9]{12,}$/)
  const published = await uploadTrack(page.request, { audio, title: 'Was Public' })
  await openTrack(page, published)
  await page.getByRole('button', { name: 'Options for Was Public' }).click()
  await page.getByRole('menuitem', { name: 'Edit Track' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Privacy').selectOption('unlisted')
  await expect(dialog.getByText('Its link stays the same')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(main.getByText('Unlisted', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(`/track/${published.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Was Public')
})

test('administrator: the pages of tracks and playlists have the menu to edit and delete', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { audio, title: 'Reported' })
  const playlist = await createPlaylist(request, { title: 'Reported list', tracks: [track] })
  await signedInAdministrator(page.request)
  await page.goto(`/playlist/${playlist.slug}`)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Play next',
    'Add to queue',
    'Copy link',
    'Embed',
    'RSS feed (opens in a new tab)',
    'Report',
    'Delete playlist',
  ])
  await page.getByRole('menuitem', { name: 'Delete playlist' }).click()
  await page.getByRole('button', { name: 'Delete playlist' }).click()
  await expect(page).toHaveURL(`/profile/${track.userId}`)

  await openTrack(page, track)
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
