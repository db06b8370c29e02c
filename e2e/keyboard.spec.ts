import { expect, type Locator, type Page } from '@playwright/test'
import { section, showOnly } from './discover-data.ts'
import { ownerWithPlaylist } from './playlist-data.ts'
import { searchBox, uniqueWord } from './search-data.ts'
import { test } from './test.ts'

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
