import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { uploadTrack } from './data.ts'
import { createPlaylist } from './playlist-data.ts'
import { searchBox, uniqueWord } from './search-data.ts'
import { test } from './test.ts'
import { openTrack, trackOf } from './track-page.ts'

/** Covers the pages whose own specs use a wide viewport. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })

test('small screens: track and playlist pages fit and are accessible in both themes', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, {
    title: 'Carried along',
    artist: 'The Guest Band',
    studio: 'Kiln Records',
    tags: ['field recording', 'r&b'],
    description: 'Tour dates:\nhttps://guest.example/tour?y=2026&x=1.',
  })
  const tracks = [track, await uploadTrack(request, { title: 'In the other pocket' })]
  const title = `Pockets ${uniqueWord()}`
  const playlist = await createPlaylist(request, { title, tracks })
  const expectNoOverflow = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await openTrack(page, track)
  await expect(page.getByRole('heading', { name: 'More from this artist' })).toBeVisible()
  await expectNoOverflow()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  await searchBox(page).fill(title)
  await searchBox(page).press('Enter')
  await page.getByRole('main').getByRole('link', { name: title }).first().tap()
  await expect(page).toHaveURL(`/playlist/${playlist.slug}`)
  await expect(page.getByRole('region', { name: 'Tracks' }).getByRole('listitem')).toHaveCount(2)
  await expectNoOverflow()
  await expectAccessibleInBothThemes(page)
})
