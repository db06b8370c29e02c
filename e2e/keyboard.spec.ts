import { expect, type Locator, type Page } from '@playwright/test'
import { createImage } from '#server/testing/sample-files.ts'
import { signedInAdministrator } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { section, showOnly } from './discover-data.ts'
import { ownerWithPlaylist } from './playlist-data.ts'
import { searchBox, uniqueWord } from './search-data.ts'
import { test } from './test.ts'
import { audioFile, imageFile, withoutFileHandles } from './upload-page.ts'

/** Presses the key until the element has the focus. */
async function focusWithKey(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const hasFocus = () => target.evaluate((element) => element.matches(':focus'))
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus()) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** Follows a link and waits for the heading of the new page. */
async function followLink(page: Page, link: Locator, url: string | RegExp, key?: string) {
  await focusWithKey(page, link, key)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Opens and closes a dialog, and asserts that the focus returns to the button. */
async function openAndCloseDialog(page: Page, button: Locator, dialog: string, key?: string) {
  await focusWithKey(page, button, key)
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog', { name: dialog })
  await expect(opened).toBeVisible()
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(button).toBeFocused()
}

test('keyboard: every page can be reached and used with the keyboard only', async ({ page }) => {
  const word = uniqueWord()
  const { owner, playlist, tracks } = await ownerWithPlaylist(page.request, { title: word })
  await showOnly(page, { recent: tracks })
  const main = page.getByRole('main')

  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main).toBeFocused()
  const browse = main.getByRole('link', { name: 'Browse without an account' }).first()
  await followLink(page, browse, '/discover')

  const card = section(page, 'Most Recent').getByRole('listitem').first()
  const add = card.getByRole('button', { name: 'Add Northbound to playlist' })
  await focusWithKey(page, card.getByRole('button', { name: 'Play Northbound' }))
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Pause Northbound' })).toBeFocused()
  await openAndCloseDialog(page, add, 'Add to playlist')
  await followLink(page, card.getByRole('link', { name: 'Northbound' }), /\/track\//, 'Shift+Tab')

  const artist = main.getByRole('link', { name: 'Ines Calder' }).first()
  await followLink(page, artist, `/profile/${owner.id}`)
  await focusWithKey(page, page.getByRole('tab', { name: 'All' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Playlists' })).toBeFocused()
  await followLink(page, main.getByRole('link', { name: word }), `/playlist/${playlist.slug}`)
  await openAndCloseDialog(page, main.getByRole('button', { name: 'Edit' }), 'Edit playlist')

  await focusWithKey(page, searchBox(page), 'Shift+Tab')
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${word}`)
  const topResult = main.getByRole('link', { name: word }).first()
  await followLink(page, topResult, `/playlist/${playlist.slug}`)
})

/** Focuses the control and types into it. In a select this chooses the option that begins so. */
async function typeInto(page: Page, control: Locator, text: string) {
  await focusWithKey(page, control)
  await page.keyboard.type(text)
}

async function pressWithKey(page: Page, button: Locator, key?: string) {
  await focusWithKey(page, button, key)
  await page.keyboard.press('Enter')
}

type ChosenFile = ReturnType<typeof imageFile>
async function chooseFile(page: Page, input: Locator, file: ChosenFile) {
  await focusWithKey(page, input)
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  await (await chooser).setFiles(file)
}

test('keyboard: a user signs up, publishes a track with a cover and schedules it', async ({
  page,
}) => {
  const word = uniqueWord()
  const main = page.getByRole('main')
  await withoutFileHandles(page)
  await page.goto('/')
  await pressWithKey(page, page.getByRole('banner').getByRole('link', { name: 'Create Account' }))
  await typeInto(page, page.getByLabel('Display name'), 'Ines Calder')
  await typeInto(page, page.getByLabel('Email'), `${word}@e2e.example`)
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'a long enough secret')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await pressWithKey(page, page.getByRole('banner').getByRole('link', { name: 'Upload' }))

  await chooseFile(page, page.getByLabel('Audio file'), audioFile('tone.wav'))
  await expect(page.getByRole('button', { name: 'Remove tone.wav' })).toBeVisible()
  const title = page.getByLabel('Title')
  await focusWithKey(page, title)
  await title.press('ControlOrMeta+a')
  await page.keyboard.type(word)
  const cover = imageFile(await createImage())
  await chooseFile(page, page.getByLabel('Album artwork'), cover)
  await expect(page.getByRole('img', { name: 'Chosen artwork' })).toBeVisible()
  await typeInto(page, page.getByLabel('Publish'), 'At a')
  const at = page.getByLabel('Date and time')
  await focusWithKey(page, at)
  const year = new Date().getFullYear() + 1
  await page.keyboard.type(`1204${year}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('0900AM')
  await expect(at).toHaveValue(`${year}-12-04T09:00`)
  await pressWithKey(page, page.getByRole('button', { name: 'Save track' }))
  // Above the heading, which has the focus.
  await pressWithKey(page, main.getByRole('link', { name: 'View track' }), 'Shift+Tab')
  const scheduled = main.getByText(`Scheduled for 4 December ${year}, 09:00`)
  await expect(scheduled).toBeVisible()

  await pressWithKey(page, main.getByRole('button', { name: 'Edit', exact: true }))
  const form = page.getByRole('dialog', { name: 'Edit Track' })
  await expect(form.getByLabel('Title')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(', again')
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word}, again`)
  await expect(scheduled).toBeVisible()
})

test('keyboard: an administrator suspends a user', async ({ page, request }) => {
  const title = uniqueWord()
  await signedInUser(request)
  const track = await uploadTrack(request, { title, seconds: 1 })
  await signedInUser(page.request)
  const data = { kind: 'track', id: track.id, reason: 'spam' }
  expect((await page.request.post('/api/reports', { data })).status()).toBe(201)
  await page.context().clearCookies()
  await signedInAdministrator(page.request)
  await page.goto('/letmein/reports')
  const entry = page.getByRole('article').filter({ hasText: title })
  await pressWithKey(page, entry.getByRole('button', { name: 'Suspend user' }))
  const dialog = page.getByRole('dialog', { name: 'Suspend user' })
  await typeInto(page, dialog.getByLabel('Reason'), 'Again and again.')
  await pressWithKey(page, dialog.getByRole('button', { name: 'Suspend user' }))
  await expect(dialog).toHaveCount(0)
  await expect(entry).toHaveCount(0)
  // On what follows, not lost.
  await expect(page.locator('main :focus')).toHaveCount(1)
})
