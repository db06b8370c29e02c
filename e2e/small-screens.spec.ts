import { expect, test } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser } from './data.ts'
import { tracksOf } from './discover-data.ts'
import { createPlaylist } from './playlist-data.ts'

/** Covers the pages whose own specs use a wide viewport. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })

test('small screens: track and playlist pages fit and are accessible in both themes', async ({
  page,
  request,
}) => {
  const tracks = await tracksOf(request, ['Carried along', 'In the other pocket'])
  const playlist = await createPlaylist(request, { title: 'Pockets', tracks })
  const expectNoOverflow = async () =>
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.goto(`/track/${tracks[0]?.slug}`)
  await expect(page.getByRole('heading', { name: 'More from this artist' })).toBeVisible()
  await expectNoOverflow()
  await expectAccessibleInBothThemes(page)
  await page.goto(`/playlist/${playlist.slug}`)
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await expectNoOverflow()
  await expectAccessibleInBothThemes(page)

  await signedInUser(page.request)
  await page.reload()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
  await expectNoOverflow()
  await expectAccessibleInBothThemes(page)
})
