import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { signedInPerson } from './data.ts'
import { tracksOf } from './discover-data.ts'
import { makePlaylist } from './playlist-data.ts'

/** The pages whose own tests look at a wide screen. */
for (const colorScheme of ['dark', 'light'] as const)
  test.describe(`on a phone in ${colorScheme}`, () => {
    test.use({
      colorScheme,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'reduce',
    })

    test('track and playlist pages fit and are accessible', async ({ page, request }) => {
      const tracks = await tracksOf(request, ['Carried along', 'In the other pocket'])
      const playlist = await makePlaylist(request, { title: 'Pockets', tracks })
      const fits = async () =>
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      await page.goto(`/track/${tracks[0]?.slug}`)
      await expect(page.getByRole('heading', { name: 'More from this artist' })).toBeVisible()
      await fits()
      await expectAccessible(page)
      await page.goto(`/playlist/${playlist.slug}`)
      await expect(page.getByRole('listitem')).toHaveCount(2)
      await fits()
      await expectAccessible(page)

      await signedInPerson(page.request)
      await page.reload()
      await page.getByRole('button', { name: 'Menu' }).tap()
      await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
      await fits()
      await expectAccessible(page)
    })
  })
