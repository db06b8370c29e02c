import { expect, type Page } from '@playwright/test'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { denyClipboard, ownerWithPlaylist, titles, toast, visibleOrder } from './playlist-data.ts'
import { test } from './test.ts'

const nextPaint = (page: Page) =>
  page.evaluate(() => new Promise<void>((seen) => requestAnimationFrame(() => setTimeout(seen))))

/** Opens a playlist of four tracks and asserts that replacing its skeleton causes no layout shift. */
async function openWithoutLayoutShift(page: Page, { slug }: { slug: string }): Promise<void> {
  let release = () => {}
  const skeletonSeen = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/playlists/slug/*', async (route) => {
    await skeletonSeen
    await route.continue()
  })
  await page.goto(`/playlist/${slug}`)
  await expect(page.getByText('Loading playlist')).toBeAttached()
  // Wait until the skeleton is painted; otherwise it cannot shift.
  await nextPaint(page)
  release()
  await expect(page.getByRole('button', { name: /^Reorder/ })).toHaveCount(4)
  await nextPaint(page)
  expect(await page.evaluate(() => window.moved)).toEqual([])
  await page.unroute('**/api/playlists/slug/*')
}

test('playlist page: the owner sees all controls and plays, shares and reads it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { owner, playlist } = await ownerWithPlaylist(page.request, {
    title: 'Rain on a Tin Roof',
    description: 'Best played low. More at www.rain.example',
  })
  await page.addInitScript(() => {
    window.moved = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        // Ignore the top bar, which changes when the session is known.
        const nodes = sources
          .map(({ node }) => (node instanceof Element ? node : node?.parentElement))
          .filter((node) => !node?.closest('header'))
        if (nodes.length > 0)
          window.moved.push([value, ...nodes.map((node) => node?.outerHTML.slice(0, 80))])
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const main = page.getByRole('main')
  await test.step('the page', async () => {
    await openWithoutLayoutShift(page, playlist)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain on a Tin Roof')
    await expect(page).toHaveTitle('Rain on a Tin Roof by Ines Calder · Soundpost')
    await expect(page.getByText('Best played low.')).toBeVisible()
    await expect(page.getByText('4 tracks')).toBeVisible()
    const back = page.getByRole('main').getByRole('link', { name: 'Ines Calder' }).first()
    await expect(back).toHaveAttribute('href', `/profile/${owner.id}`)
    for (const name of ['Play all', 'Edit', 'Share', 'More about Rain on a Tin Roof'])
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    expect(await visibleOrder(page)).toEqual([...titles])
    await expect(page.getByRole('button', { name: /^Reorder/ })).toHaveCount(4)
    // Four tracks of 20 seconds.
    await expect(main.getByText('1 min', { exact: true })).toBeVisible()
    const ownerLink = main.getByRole('link', { name: 'Ines Calder' })
    await expect(ownerLink.locator(`img[src^="/api/users/${owner.id}/avatar"]`)).toBeVisible()
    await expect(main.getByRole('link', { name: 'www.rain.example' })).toHaveAttribute(
      'href',
      'https://www.rain.example/',
    )
    await expectAccessibleInBothThemes(page)
  })

  await test.step('the menu', async () => {
    await page.getByRole('button', { name: /^More about/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Change cover',
      'Statistics',
      'Play next',
      'Add to queue',
      'Add to playlist',
      'Copy link',
      'Embed',
      'RSS feed (opens in a new tab)',
      'Copy feed address',
      'Delete playlist',
    ])
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
  })

  await test.step('play', async () => {
    await page.getByRole('button', { name: 'Play all' }).click()
    await expect(toast(page, 'Playing playlist')).toBeVisible()
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player.getByRole('link')).toContainText('Northbound')
    await expect(page.getByRole('button', { name: 'Pause Northbound' })).toBeVisible()
    await expect(player.getByText('0:02')).toBeVisible()
    await expect(player.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await player.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('button', { name: 'Pause Nocturne' })).toBeVisible()
    await page.getByRole('button', { name: 'Play Winter Coat' }).click()
    const pause = page.getByRole('button', { name: 'Pause Winter Coat' })
    await expect(pause).toBeVisible()
    await expect(player.getByRole('button', { name: 'Next' })).toBeEnabled()
    await pause.click()
    await expect(page.getByRole('button', { name: 'Play Winter Coat' })).toBeVisible()
  })

  await test.step('share', async () => {
    const link = new URL(`/playlist/${playlist.slug}`, page.url()).href
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(toast(page, 'Link copied!')).toContainText(link.slice(0, 50))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await denyClipboard(page)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(toast(page, 'Copy this link')).toContainText(link)
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openWithoutLayoutShift(page, playlist)
    const row = page.getByRole('listitem').filter({ hasText: 'Northbound' })
    await expect(row.getByRole('button', { name: 'Like Northbound' })).toBeVisible()
    await expect(row.getByText('0:20').filter({ visible: true })).toHaveCount(1)
    // The title is beside the cover, not below it.
    const cover = await main.locator('img').first().boundingBox()
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(title?.x).toBeGreaterThan((cover?.x ?? 0) + (cover?.width ?? 0))
    expect(title?.y).toBeLessThan((cover?.y ?? 0) + (cover?.height ?? 0))
    await expectAccessible(page)
  })
})

test('playlist page: only visible rows are rendered, and a fast scroll loads no artwork', async ({
  page,
}) => {
  const { playlist } = await ownerWithPlaylist(page.request)
  const detail: PlaylistDetail = await (
    await page.request.get(`/api/playlists/${playlist.id}`)
  ).json()
  const [first] = detail.playlistTracks
  if (!first) throw new Error('no track')
  const playlistTracks = Array.from({ length: 800 }, (_, position) => {
    const id = crypto.randomUUID()
    const track = { ...first.track, id, title: `Row ${position + 1}` }
    return { ...first, id: crypto.randomUUID(), trackId: id, position, track }
  })
  const requested = new Set<string>()
  await page.route('**/api/tracks/*/artwork?*', async (route) => {
    requested.add(new URL(route.request().url()).pathname.split('/')[3] ?? '')
    await route.fulfill({ status: 404 })
  })
  await page.route('**/api/playlists/slug/*', (route) =>
    route.fulfill({ json: { ...detail, playlistTracks } }),
  )
  await page.clock.install()
  await page.goto(`/playlist/${playlist.slug}`)
  const rows = page.getByRole('region', { name: 'Tracks' }).getByRole('listitem')
  await expect(rows.first()).toHaveAttribute('aria-setsize', '800')
  await expect.poll(() => requested.has(playlistTracks[0]?.track.id ?? '')).toBe(true)
  // The rows that can be moved replace the first ones.
  await expect(page.getByRole('button', { name: /^Reorder/ }).first()).toBeVisible()
  // Like dragging the scrollbar: every frame shows different rows. The page's clock stands still meanwhile, so that a
  // busy machine causes no pause in which images load.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  const scroll = () =>
    new Promise<boolean>((arrived) => {
      const before = scrollY
      addEventListener('scroll', () => arrived(true), { once: true })
      scrollBy({ top: 2000, behavior: 'instant' })
      if (scrollY === before) arrived(false)
    })
  while (await page.evaluate(scroll)) await page.clock.runFor(16)
  await page.clock.resume()
  await expect(page.getByRole('link', { name: 'Row 800', exact: true })).toBeVisible()
  await expect.poll(() => requested.has(playlistTracks.at(-1)?.track.id ?? '')).toBe(true)
  expect(await rows.count()).toBeLessThanOrEqual(60)
  const loadedWhileScrolling = playlistTracks
    .slice(100, 700)
    .filter(({ track }) => requested.has(track.id))
  expect(loadedWhileScrolling).toEqual([])
})
