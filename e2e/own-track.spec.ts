import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import type { Track } from '#contract/tracks.ts'
import { expectAccessible } from './accessible.ts'
import { signedInUser, type TrackOverrides, uploadTrack } from './data.ts'
import { createPlaylist, savedOrder, toast } from './playlist-data.ts'
import {
  count,
  expectRedirectToast,
  openProfile,
  shownTitles,
  signInAgain,
} from './profile-data.ts'
import { serverRender } from './server-render.ts'
import { openTrack } from './track-page.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Edit Track' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save Changes' })
const player = (page: Page) => page.getByRole('region', { name: 'Player' })

async function ownerWithTrack(page: Page, overrides: TrackOverrides = {}) {
  const owner = await signedInUser(page.request)
  const track = await uploadTrack(page.request, { title: 'Hinge', seconds: 60, ...overrides })
  return { owner, track }
}

async function choose(page: Page, item: string, title = 'Hinge') {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Options for ${title}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function chooseArtwork(page: Page, name: string, buffer: Buffer) {
  const chooser = page.waitForEvent('filechooser')
  await choose(page, 'Change Artwork')
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
}

test('own track: a track can be edited from its card, every field is validated, and a failed edit is reported and retains the values of the form', async ({
  page,
}) => {
  const { owner, track } = await ownerWithTrack(page, { genre: 'folk', tags: ['tape'] })
  await openProfile(page, owner)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Play Hinge' }).click()
  await choose(page, 'Edit Track')
  await expect(form(page).getByLabel('Title')).toBeFocused()
  await expect(form(page).getByLabel('Genre')).toHaveValue('folk')
  await expect(form(page).getByLabel('Tags')).toHaveValue('tape')
  await expectAccessible(page)
  const wrong: [string, string, string][] = [
    ['Title', ' ', 'Title is required'],
    ['Spotify URL', 'spotify', 'Please enter a valid URL'],
    ['Apple Music URL', 'ftp://x.example', 'Please enter a valid URL'],
    ['Tags', 'x'.repeat(51), 'Tag must be less than 50 characters'],
  ]
  for (const [label, value, message] of wrong) {
    const field = form(page).getByLabel(label)
    const before = await field.inputValue()
    await field.fill(value)
    await save(page).click()
    await expect(form(page).getByText(message)).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(before)
    await expect(form(page).getByText(message)).toHaveCount(0)
  }
  const right: [string, string][] = [
    ['Title', 'Hinge, again'],
    ['Description', 'On tape.'],
    ['Artist', 'Maren Voss'],
    ['Studio/Label', 'Back Room'],
    ['Tags', 'tape, slow,, '],
    ['Spotify URL', 'https://open.spotify.com/track/1'],
  ]
  for (const [label, value] of right) await form(page).getByLabel(label).fill(value)
  await form(page).getByLabel('Genre').selectOption('lo-fi')
  await form(page).getByLabel('Privacy').selectOption('unlisted')
  const url = `**/api/tracks/${track.id}`
  for (const status of [403, 404, 409, 500, 0]) {
    await page.route(url, (route) => (status ? route.fulfill({ status }) : route.abort()))
    const requested = page.waitForRequest(url)
    await save(page).click()
    await requested
    await expect(toast(page, 'Error')).toContainText('Failed to update track. Please try again.')
    await expect(save(page)).toBeEnabled()
    await expect(save(page)).toBeFocused()
    await expect(form(page).getByLabel('Title')).toHaveValue('Hinge, again')
    await page.unroute(url)
  }
  const sent = page.waitForRequest(url)
  await save(page).click()
  expect((await sent).postDataJSON()).toEqual({
    title: 'Hinge, again',
    description: 'On tape.',
    artist: 'Maren Voss',
    studio: 'Back Room',
    genre: 'lo-fi',
    privacy: 'unlisted',
    tags: ['tape', 'slow'],
    spotifyUrl: 'https://open.spotify.com/track/1',
    appleMusicUrl: '',
  })
  await expect(toast(page, 'Track updated!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Options for Hinge, again' })).toBeFocused()
  await expect(shownTitles(page)).toHaveText(['Hinge, again'])
  await expect(page.getByRole('tabpanel').getByText('Unlisted')).toBeVisible()
  await expect(player(page)).toContainText('Hinge, again')
  await page.getByRole('tabpanel').getByRole('link', { name: 'Hinge, again' }).click()
  await expect(page.getByRole('link', { name: 'Spotify' })).toBeVisible()
  await expect(page).toHaveURL(`/track/${track.slug}`)
})

test('own track: profile and track page restore the edit draft after signing in again; deleting on the track page opens the profile, and Back shows Track Not Found', async ({
  page,
  context,
}) => {
  const { owner, track } = await ownerWithTrack(page)
  await openProfile(page, owner, 'popular')
  await choose(page, 'Edit Track')
  await form(page).getByLabel('Title').fill('Typed and discarded')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(form(page)).toHaveCount(0)
  await choose(page, 'Edit Track')
  await form(page).getByLabel('Title').fill('Typed before')
  await context.clearCookies()
  await expectRedirectToast(page, 'You are logged out. Logging in again...', () =>
    save(page).click(),
  )
  await signInAgain(page, owner)
  await expect(page).toHaveURL(`/profile/${owner.id}?tab=popular`)
  await expect(form(page).getByLabel('Title')).toHaveValue('Typed before')
  await save(page).click()
  await expect(shownTitles(page)).toHaveText(['Typed before'])
  await page.reload()
  await expect(shownTitles(page)).toHaveText(['Typed before'])
  await expect(form(page)).toHaveCount(0)

  await openTrack(page, { ...track, title: 'Typed before' })
  await choose(page, 'Edit Track', 'Typed before')
  await form(page).getByLabel('Description').fill('Typed again')
  await context.clearCookies()
  await save(page).click()
  await signInAgain(page, owner)
  await expect(page).toHaveURL(`/track/${track.slug}`)
  await expect(form(page).getByLabel('Description')).toHaveValue('Typed again')
  // The draft is restored only once.
  await page.reload()
  await choose(page, 'Edit Track', 'Typed before')
  await expect(form(page).getByLabel('Description')).toHaveValue('')
  await form(page).getByLabel('Description').fill('Typed again')
  await save(page).click()
  await expect(page.getByRole('main').getByText('Typed again')).toBeVisible()

  await choose(page, 'Delete Track', 'Typed before')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Track' }).click()
  await expect(page).toHaveURL(`/profile/${owner.id}`)
  await expect(toast(page, 'Track deleted!')).toBeVisible()
  await expect(page.getByText('No tracks yet')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Not Found')
})

test('own track: new artwork is shown everywhere immediately; a track is deleted with the keyboard after confirmation, and the player closes', async ({
  page,
}) => {
  const { owner, track } = await ownerWithTrack(page)
  const other = await uploadTrack(page.request, { title: 'Nocturne', seconds: 5 })
  const playlist = await createPlaylist(page.request, { tracks: [track, other] })
  await openProfile(page, owner)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Play Hinge' }).click()
  await expect(player(page)).toBeVisible()
  const expectError = async (text: string) => expect(toast(page, 'Error')).toContainText(text)
  await chooseArtwork(page, 'sleeve.png', Buffer.alloc(5_242_881))
  await expectError('File size must be less than 5MB')
  await chooseArtwork(page, 'sleeve.svg', Buffer.from('<svg/>'))
  await expectError('Please select a valid image file')
  await chooseArtwork(page, 'sleeve.webp', Buffer.from('no image'))
  await expectError('Failed to update artwork. Please try again.')

  const calls: string[] = []
  page.on('request', (call) => {
    const { pathname } = new URL(call.url())
    if (call.method() !== 'GET' && !/\/play$|^\/api\/player\//.test(pathname))
      calls.push(`${call.method()} ${pathname}`)
  })
  const images: [Locator, string | null][] = []
  const card = page.getByRole('tabpanel').getByRole('article').filter({ hasText: 'Hinge' })
  for (const region of [card, player(page)]) {
    const image = region.locator('img').first()
    images.push([image, await image.getAttribute('src')])
  }
  const red = { width: 300, height: 300, channels: 3, background: '#c5303f' } as const
  await chooseArtwork(page, 'sleeve.webp', await sharp({ create: red }).webp().toBuffer())
  await expect(toast(page, 'Artwork updated!')).toBeVisible()
  expect(calls).toEqual([
    'POST /api/objects/upload',
    expect.stringMatching(/^PUT \/(?!api\/tracks)/),
    'PUT /api/tracks/artwork',
    `PUT /api/tracks/${track.id}/artwork`,
  ])
  for (const [image, before] of images) {
    await expect(image).not.toHaveAttribute('src', before ?? '')
    await expect(image).toHaveJSProperty('complete', true)
    await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  }

  await expect(player(page)).toContainText('Hinge')
  const options = page.getByRole('main').getByRole('button', { name: 'Options for Hinge' })
  await options.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit Track' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete Track' })).toBeFocused()
  await page.keyboard.press('Enter')
  const confirmation = page.getByRole('alertdialog', { name: 'Delete Track' })
  await expect(confirmation).toContainText(
    'Are you sure you want to delete "Hinge"? This action cannot be undone and will remove the track and all associated likes and comments.',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(options).toBeFocused()
  await choose(page, 'Delete Track')
  const confirm = confirmation.getByRole('button', { name: 'Delete Track' })
  await page.route(`**/api/tracks/${track.id}`, (route) => route.fulfill({ status: 500 }))
  await confirm.click()
  await expect(toast(page, 'Error')).toContainText('Failed to delete track. Please try again.')
  await page.unroute(`**/api/tracks/${track.id}`)
  await expect(confirm).toBeFocused()
  await confirm.press('Enter')
  await expect(toast(page, 'Track deleted!')).toBeVisible()
  await expect(shownTitles(page)).toHaveText(['Nocturne'])
  await expect(count(page, 'Tracks')).toHaveText('1')
  await expect(player(page)).toHaveCount(0)
  await expect(page.getByRole('tabpanel')).toBeFocused()
  expect(await savedOrder(page.request, playlist.id)).toEqual(['Nocturne'])
})

test('own track: only the owner can edit from the options menu, and it fits on a phone', async ({
  page,
  request,
}) => {
  const { owner, track } = await ownerWithTrack(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('main').getByRole('button', { name: 'Options for Hinge' })
  await openTrack(page, track)
  await expect(menu).toBeInViewport()
  await menu.click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Edit Track' }).click()
  await expect(save(page)).toBeInViewport({ ratio: 1 })
  await form(page).getByLabel('Apple Music URL').fill('not a URL')
  await form(page).getByLabel('Title').focus()
  await save(page).click()
  await expect(form(page).getByLabel('Apple Music URL')).toBeFocused()
  for (const element of [
    form(page).getByRole('heading', { name: 'Edit Track' }),
    form(page).getByText('Apple Music URL'),
    form(page).getByText('Please enter a valid URL'),
    save(page),
  ])
    await expect(element).toBeInViewport({ ratio: 1 })
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await openProfile(page, owner)
  await expect(menu).toBeVisible()

  const expectNoEdit = async (...others: string[]) => {
    await menu.click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Play next',
      'Add to queue',
      'Embed',
      ...others,
    ])
    await page.keyboard.press('Escape')
  }
  await page.context().clearCookies()
  for (const open of [() => openTrack(page, track), () => openProfile(page, owner)]) {
    await open()
    await expect(page.getByRole('button', { name: 'Play Hinge' })).toBeVisible()
    await expect(serverRender(page)).toHaveCount(0)
    await expectNoEdit()
  }
  await signedInUser(page.request, { displayName: 'Stranger' })
  await openTrack(page, track)
  await expect(page.getByRole('button', { name: 'Add to playlist' })).toBeVisible()
  await expectNoEdit('Report')
  const response = await page.request.put(`/api/tracks/${track.id}`, { data: { title: 'Mine' } })
  expect(response.status()).toBe(403)
  const unchanged: Track = await (await request.get(`/api/tracks/slug/${track.slug}`)).json()
  expect(unchanged.title).toBe('Hinge')
})
