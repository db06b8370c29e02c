import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { signedInUser, type TrackOverrides, uploadTrack } from './data.ts'
import { createPlaylist, dismissToast, savedOrder, toast } from './playlist-data.ts'
import {
  count,
  expectRedirectToast,
  openProfile,
  shownTitles,
  signInAgain,
} from './profile-data.ts'
import { test } from './test.ts'

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
  await choose(page, 'Change Artwork', 'Hinge, again')
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
}

test('own track: an owner edits a track, replaces its artwork and deletes it', async ({ page }) => {
  const { owner, track } = await ownerWithTrack(page, { genre: 'folk', tags: ['tape'] })
  const other = await uploadTrack(page.request, { title: 'Nocturne', seconds: 5 })
  const playlist = await createPlaylist(page.request, { tracks: [track, other] })
  await openProfile(page, owner)
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Play Hinge' }).click()
  await panel.getByRole('button', { name: 'Pause Hinge' }).click()
  const options = page.getByRole('main').getByRole('button', { name: 'Options for Hinge, again' })
  await test.step('edit the track', async () => {
    await choose(page, 'Edit Track')
    await expect(form(page).getByLabel('Title')).toBeFocused()
    await expect(form(page).getByLabel('Genre')).toHaveValue('folk')
    await expect(form(page).getByLabel('Tags')).toHaveValue('tape')
    await expectAccessible(page)
    const values: [string, string][] = [
      ['Title', 'Hinge, again'],
      ['Description', 'On tape.'],
      ['Artist', 'Maren Voss'],
      ['Studio/Label', 'Back Room'],
      ['Tags', 'tape, slow,, '],
      ['Spotify URL', 'https://open.spotify.com/track/1'],
    ]
    for (const [label, value] of values) await form(page).getByLabel(label).fill(value)
    await form(page).getByLabel('Genre').selectOption('lo-fi')
    await form(page).getByLabel('Privacy').selectOption('unlisted')
    const sent = page.waitForRequest(`**/api/tracks/${track.id}`)
    await save(page).click()
    expect((await sent).postDataJSON()).toEqual({
      title: 'Hinge, again',
      description: 'On tape.',
      artist: 'Maren Voss',
      studio: 'Back Room',
      genre: 'lo-fi',
      privacy: 'unlisted',
      publishAt: '',
      allowDownload: false,
      tags: ['tape', 'slow'],
      spotifyUrl: 'https://open.spotify.com/track/1',
      appleMusicUrl: '',
      isrc: '',
    })
    await expect(toast(page, 'Track updated!')).toBeVisible()
    await expect(options).toBeFocused()
    await dismissToast(page, 'Track updated!')
    await expect(shownTitles(page)).toHaveText(['Nocturne', 'Hinge, again'])
    await expect(panel.getByText('Unlisted')).toBeVisible()
    await expect(player(page)).toContainText('Hinge, again')
    await panel.getByRole('link', { name: 'Hinge, again' }).click()
    await expect(page.getByRole('link', { name: 'Spotify' })).toBeVisible()
    await expect(page).toHaveURL(`/track/${track.slug}`)
    await page.goBack()
  })

  await test.step('replace the artwork', async () => {
    await chooseArtwork(page, 'sleeve.webp', Buffer.from('no image'))
    await expect(toast(page, 'Error')).toContainText('Failed to update artwork. Please try again.')
    await dismissToast(page, 'Error')
    const calls: string[] = []
    page.on('request', (call) => {
      const { pathname } = new URL(call.url())
      if (call.method() !== 'GET' && !/\/play$|^\/api\/player\//.test(pathname))
        calls.push(`${call.method()} ${pathname}`)
    })
    const images: [Locator, string | null][] = []
    const card = panel.getByRole('article').filter({ hasText: 'Hinge, again' })
    for (const region of [card, player(page)]) {
      const image = region.locator('img').first()
      images.push([image, await image.getAttribute('src')])
    }
    const red = { width: 300, height: 300, channels: 3, background: '#c5303f' } as const
    await chooseArtwork(page, 'sleeve.webp', await sharp({ create: red }).webp().toBuffer())
    await expect(toast(page, 'Artwork updated!')).toBeVisible()
    await dismissToast(page, 'Artwork updated!')
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
  })

  await test.step('delete the track with the keyboard', async () => {
    await expect(player(page)).toContainText('Hinge, again')
    await options.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit Track' })).toBeVisible()
    await page.keyboard.type('Delete')
    await expect(page.getByRole('menuitem', { name: 'Delete Track' })).toBeFocused()
    await page.keyboard.press('Enter')
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete Track' })
    await expect(confirm).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(options).toBeFocused()
    await choose(page, 'Delete Track')
    await confirm.press('Enter')
    await expect(toast(page, 'Track deleted!')).toBeVisible()
    await expect(shownTitles(page)).toHaveText(['Nocturne'])
    await expect(count(page, 'Tracks')).toHaveText('1')
    await expect(player(page)).toHaveCount(0)
    await expect(panel).toBeFocused()
    expect(await savedOrder(page.request, playlist.id)).toEqual(['Nocturne'])
  })
})

test('own track: the draft of an edit is restored after signing in, and all fits on a phone', async ({
  page,
  context,
}) => {
  const { owner, track } = await ownerWithTrack(page)

  await test.step('the draft is restored after signing in', async () => {
    await openProfile(page, owner, 'popular')
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

    await page.getByRole('tabpanel').getByRole('link', { name: 'Typed before' }).click()
    await expect(page).toHaveURL(`/track/${track.slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed before')
    await expect(form(page)).toHaveCount(0)
  })

  await test.step('menu and form fit on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const menu = page.getByRole('main').getByRole('button', { name: 'Options for Typed before' })
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
  })

  await test.step('delete it on its page', async () => {
    await choose(page, 'Delete Track', 'Typed before')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Track' }).click()
    await expect(page).toHaveURL(`/profile/${owner.id}`)
    await expect(toast(page, 'Track deleted!')).toBeVisible()
    await expect(page.getByText('No tracks yet')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Not Found')
  })
})

test('own track: an owner schedules a private track, and sees when it goes public', async ({
  page,
  browser,
}) => {
  const { track } = await ownerWithTrack(page, { privacy: 'private' })
  await page.goto(`/track/${track.slug}`)
  await choose(page, 'Edit Track')
  await form(page).getByLabel('Privacy').selectOption('public')
  await form(page).getByLabel('Publish').selectOption('At a date and time')
  const year = new Date().getFullYear() + 1
  await form(page).getByLabel('Date and time').fill(`${year}-12-04T09:00`)
  await expect(form(page)).toContainText(
    new RegExp(`Goes public on \\w+day, 4 December ${year}, 09:00 \\([\\w/]+\\)\\.`),
  )
  await expectAccessible(page)
  await save(page).click()
  await expect(
    page.getByRole('main').getByText(`Scheduled for 4 December ${year}, 09:00`),
  ).toBeVisible()
  const visitor = await browser.newContext()
  expect((await visitor.request.get(page.url())).status()).toBe(404)
  await visitor.close()
})
