import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { signedInAdministrator } from './admin-page.ts'
import { signedInUser } from './data.ts'
import { showOnly, tracksOf } from './discover-data.ts'
import { bar } from './player-bar.ts'
import { test } from './test.ts'

/** The bar at the bottom of narrow screens. */
const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const current = (page: Page) => bottomBar(page).locator('[aria-current]')

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })

  test('navigation: on a phone the bottom bar says which page is open, and the menu fits', async ({
    page,
    request,
  }) => {
    const [track] = await tracksOf(request, ['At the bottom'])
    await signedInUser(page.request)
    await showOnly(page, { recent: track ? [track] : [] })
    await page.goto('/')
    await expect(bottomBar(page).getByRole('link')).toHaveText([
      'Home',
      'Search',
      'Library',
      'Upload',
      'Profile',
    ])
    await expect(current(page)).toHaveText('Home')
    await bottomBar(page).getByRole('link', { name: 'Profile' }).tap()
    await expect(page).toHaveURL(/\/profile\/./)
    await expect(current(page)).toHaveText('Profile')
    await bottomBar(page).getByRole('link', { name: 'Upload' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: /Upload/ })).toBeVisible()
    await expect(current(page)).toHaveText('Upload')
    await bottomBar(page).getByRole('link', { name: 'Search' }).tap()
    await expect(page.getByRole('main').getByRole('combobox', { name: 'Search' })).toBeFocused()
    await expect(current(page)).toHaveText('Search')

    await bottomBar(page).getByRole('link', { name: 'Home' }).tap()
    await page.getByRole('main').getByRole('link', { name: 'At the bottom' }).tap()
    await expect(page).toHaveURL(`/track/${track?.slug}`)
    await page.getByRole('main').getByRole('button', { name: 'Play At the bottom' }).first().tap()
    await expect(bar(page)).toBeVisible()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      const player = await bar(page).boundingBox()
      const navigation = await bottomBar(page).boundingBox()
      expect((player?.y ?? 0) + (player?.height ?? 0)).toBeLessThan(navigation?.y ?? 0)
      expect((navigation?.y ?? 0) + (navigation?.height ?? 0)).toBe(640)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await expectAccessibleInBothThemes(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).tap()
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
    // What the bar has is not here again, except the name of the user.
    const names = await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link')
      .allTextContents()
    expect(names.slice(1).map((name) => name.trim())).toEqual([
      'Notifications',
      'Settings',
      'Logout',
    ])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessibleInBothThemes(page)
  })
})

test('navigation: the top bar says which page is open, and leads the administrator to the dashboard', async ({
  page,
}) => {
  await signedInAdministrator(page.request)
  await page.goto('/')
  const topBar = page.getByRole('banner')
  await expect(topBar.locator('[aria-current]')).toHaveText('Discover')
  await topBar.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/letmein')
  await expect(topBar.locator('[aria-current]')).toHaveText('Dashboard')
  // Between phone and desktop the entry is an icon; on a phone it is in the menu.
  for (const width of [1440, 920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(topBar.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await topBar.getByRole('button', { name: 'Menu' }).click()
  await expect(topBar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})
