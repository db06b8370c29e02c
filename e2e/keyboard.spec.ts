import { expect, type Locator, type Page, test } from '@playwright/test'
import { section, showOnly } from './discover-data.ts'
import { ownerWithPlaylist } from './playlist-data.ts'
import { box, newWord } from './search-data.ts'

/** Presses the key until the element has the focus, as another user without a mouse has to. */
async function reach(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  const hasFocus = () => wanted.evaluate((element) => element.matches(':focus'))
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus()) return
    await page.keyboard.press(key)
  }
  await expect(wanted).toBeFocused()
}

/** Follows a link; the new page begins at its heading. */
async function follow(page: Page, link: Locator, url: string | RegExp, key?: string) {
  await reach(page, link, key)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Opens a dialog and closes it again: the focus is back at what opened it. */
async function lookInto(page: Page, button: Locator, dialog: string, key?: string) {
  await reach(page, button, key)
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog', { name: dialog })
  await expect(opened).toBeVisible()
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(button).toBeFocused()
}

test('every page is reached, and used, with the keyboard alone', async ({ page }) => {
  const word = newWord()
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
  await follow(page, browse, '/discover')

  const card = section(page, 'Most Recent').getByRole('listitem').first()
  const add = card.getByRole('button', { name: 'Add Northbound to playlist' })
  await reach(page, card.getByRole('button', { name: 'Play Northbound' }))
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Pause Northbound' })).toBeFocused()
  await lookInto(page, add, 'Add to playlist')
  await follow(page, card.getByRole('link', { name: 'Northbound' }), /\/track\//, 'Shift+Tab')

  const artist = main.getByRole('link', { name: 'Ines Calder' }).first()
  await follow(page, artist, `/profile/${owner.id}`)
  await reach(page, page.getByRole('tab', { name: 'All' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Playlists' })).toBeFocused()
  await follow(page, main.getByRole('link', { name: word }), `/playlist/${playlist.slug}`)
  await lookInto(page, main.getByRole('button', { name: 'Edit' }), 'Edit playlist')

  await reach(page, box(page), 'Shift+Tab')
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${word}`)
  await follow(page, main.getByRole('link', { name: word }), `/playlist/${playlist.slug}`)
})
