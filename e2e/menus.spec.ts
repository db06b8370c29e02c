import { expect, type Locator, type Page } from '@playwright/test'
import { openDashboard, searchFor, signedInAdministrator } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { barButton } from './player-bar.ts'
import { createPlaylist } from './playlist-data.ts'
import { test } from './test.ts'
import { openTrack, playButton } from './track-page.ts'

/** What is wrong with the menu or popover that is open. */
function problems(overlay: HTMLElement): string[] {
  const found: string[] = []
  const list = overlay.firstElementChild
  if (!list) return ['empty']
  const inside = (box: DOMRect) =>
    box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
  if (!inside(overlay.getBoundingClientRect())) found.push('not inside the window')
  if (list.scrollWidth > list.clientWidth) found.push('wider than its frame')
  if (list.scrollHeight > list.clientHeight && getComputedStyle(list).maskImage === 'none')
    found.push('goes on without a sign')
  const button = document.querySelector('[aria-expanded="true"]')?.getBoundingClientRect()
  const box = overlay.getBoundingClientRect()
  if (button && box.bottom <= button.top && list.scrollHeight > list.clientHeight)
    if (innerHeight - button.bottom > button.top) found.push('on the side with less space')
  const entries = [
    ...overlay.querySelectorAll('[role^="menuitem"], label, select, [role="switch"]'),
  ]
  for (const entry of entries) {
    const name = entry.textContent?.trim() || entry.getAttribute('aria-label')
    if (!name) found.push('an entry without text')
    entry.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = entry.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!hit || !(entry.contains(hit) || hit.contains(entry))) found.push(`${name}: unreachable`)
    if (hit && !overlay.contains(hit)) found.push(`${name}: covered`)
    if (entry.scrollWidth > entry.clientWidth + 1) found.push(`${name}: squeezed`)
    const overlaps = entries.filter((other) => {
      if (other === entry || other.contains(entry) || entry.contains(other)) return false
      const one = entry.getBoundingClientRect()
      const two = other.getBoundingClientRect()
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left)
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
      return across > 1 && down > 1
    })
    if (overlaps.length > 0) found.push(`${name}: overlaps ${overlaps[0]?.textContent}`)
  }
  return found
}

const overlayOf = (page: Page) => page.locator('.popover')

async function check(page: Page, button: Locator) {
  const overlay = overlayOf(page)
  await button.click()
  await expect(overlay).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
  // Once its code is loaded, a menu opens while the button is pressed.
  await button.click()
  await expect(overlay).toBeVisible()
  const { width } = page.viewportSize() ?? { width: 0 }
  const what = `${await button.getAttribute('aria-label')} at ${width} px`
  const shot = process.env['SHOTS']
  if (shot) await page.screenshot({ path: `${shot}/${what.replaceAll(/\W+/g, '-')}.png` })
  expect(await overlay.evaluate(problems), what).toEqual([])
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
}

for (const width of [390, 720, 1440])
  test(`menus and popovers: in a window of ${width} × 600 px every entry can be reached`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 600 })
    const me = await signedInUser(page.request)
    const track = await uploadTrack(page.request, { title: 'Hinge', privacy: 'unlisted' })
    const playlist = await createPlaylist(page.request, { title: 'Doors', tracks: [track] })
    const other = await signedInUser(request, { displayName: 'Low Tide Choir' })
    const main = page.getByRole('main')

    await openTrack(page, track)
    if (width >= 896) await check(page, page.getByRole('button', { name: 'Theme' }))
    await check(page, main.getByRole('button', { name: 'Options for Hinge' }))
    await playButton(page, 'Play', 'Hinge').click()
    await barButton(page, 'Expand player').click()
    const player = page.getByRole('dialog').first()
    for (const name of ['Sound settings', /^Speed/, 'Sleep timer', 'Track options: Hinge'])
      await check(page, player.getByRole('button', { name }))

    await page.goto(`/playlist/${playlist.slug}`)
    // The rows that can be moved replace those of the first render.
    await expect(main.getByRole('button', { name: 'Reorder Hinge' })).toBeVisible()
    await check(page, main.getByRole('button', { name: /^Options for Hinge/ }))
    await check(page, main.getByRole('button', { name: /^More/ }))
    await barButton(page, 'Queue').click()
    await check(page, page.getByRole('dialog').getByRole('button', { name: /^Track options/ }))
    for (const id of [other.id, me.id]) {
      await page.goto(`/profile/${id}`)
      await check(page, main.getByRole('button', { name: /^More/ }))
    }
    if (width >= 896) {
      const account = page.getByRole('button', { name: 'Account menu' })
      await check(page, account)
      await account.click()
      await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Settings'])
      await page.getByRole('menuitem', { name: 'Settings' }).click()
      await expect(page).toHaveURL('/settings')
    }
    await signedInAdministrator(page.request)
    await openDashboard(page, 'Users')
    const row = await searchFor(page, me.email ?? '')
    await check(page, row.getByRole('button', { name: /^More/ }))
  })
