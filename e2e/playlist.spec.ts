import { expect, test } from '@playwright/test'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { expectAccessible } from './accessible.ts'
import { signedInPerson } from './data.ts'
import { makePlaylist, ownerWithPlaylist, shownOrder, titles, toast } from './playlist-data.ts'

test.describe('to its owner', () => {
  for (const colorScheme of ['dark', 'light'] as const)
    test(`the page is complete, and accessible in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      const { owner, playlist } = await ownerWithPlaylist(page.request, {
        title: 'Rain on a Tin Roof',
        description: 'Best played low.',
      })
      await page.goto(`/playlist/${playlist.slug}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain on a Tin Roof')
      await expect(page).toHaveTitle('Rain on a Tin Roof by Ines Calder · Soundpost')
      await expect(page.getByText('Best played low.')).toBeVisible()
      await expect(page.getByText('4 tracks')).toBeVisible()
      const back = page.getByRole('main').getByRole('link', { name: 'Ines Calder' })
      await expect(back).toHaveAttribute('href', `/profile/${owner.id}`)
      for (const name of ['Play all', 'Edit', 'Share', 'More'])
        await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
      expect(await shownOrder(page)).toEqual([...titles])
      await expect(page.getByRole('button', { name: /^Reorder/ })).toHaveCount(4)
      await expectAccessible(page)

      await page.getByRole('button', { name: 'More' }).click()
      await expect(page.getByRole('menuitem')).toHaveText([
        'Copy link',
        'Change cover',
        'Delete playlist',
      ])
      await expectAccessible(page)
    })

  test('Play all begins with the first track and goes on to the next', async ({ page }) => {
    const { playlist } = await ownerWithPlaylist(page.request)
    await page.goto(`/playlist/${playlist.slug}`)
    await page.getByRole('button', { name: 'Play all' }).click()
    await expect(toast(page, 'Playing playlist')).toBeVisible()
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player.getByRole('link')).toContainText('Northbound')
    await expect(page.getByRole('button', { name: 'Pause Northbound' })).toBeVisible()
    await expect(player.getByText('0:02')).toBeVisible()
    await expect(player.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await player.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('button', { name: 'Pause Nocturne' })).toBeVisible()
  })

  test('a row plays from there, and a second press pauses it', async ({ page }) => {
    const { playlist } = await ownerWithPlaylist(page.request)
    await page.goto(`/playlist/${playlist.slug}`)
    await page.getByRole('button', { name: 'Play Winter Coat' }).click()
    const pause = page.getByRole('button', { name: 'Pause Winter Coat' })
    await expect(pause).toBeVisible()
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player.getByRole('button', { name: 'Next' })).toBeEnabled()
    await pause.click()
    await expect(page.getByRole('button', { name: 'Play Winter Coat' })).toBeVisible()
  })

  test('an empty playlist says so, and has nothing to play', async ({ page }) => {
    await signedInPerson(page.request)
    const { slug } = await makePlaylist(page.request)
    await page.goto(`/playlist/${slug}`)
    await expect(page.getByRole('heading', { name: 'This playlist is empty' })).toBeVisible()
    await expect(page.getByText('Add some tracks to get started!')).toBeVisible()
    await expect(page.getByText('0 tracks')).toBeVisible()
    await page.getByRole('button', { name: 'Play all' }).click()
    await expect(toast(page, 'No tracks to play')).toContainText(
      'This playlist is empty or still loading.',
    )
    await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0)
  })
})

test.describe('to others', () => {
  test('a signed-in stranger can like and collect, but change nothing', async ({
    page,
    request,
  }) => {
    const { playlist } = await ownerWithPlaylist(request)
    await signedInPerson(page.request, { displayName: 'Maren Voss' })
    await page.goto(`/playlist/${playlist.slug}`)
    await expect(page.getByRole('button', { name: 'Add Northbound to playlist' })).toBeVisible()
    for (const name of [/^Edit$/, /^Reorder/, /^Remove/])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link'])
    await page.keyboard.press('Escape')
    const heart = page.getByRole('button', { name: 'Like Northbound' })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  })

  test('a visitor sees and plays, and is asked to sign in for the rest', async ({
    page,
    request,
  }) => {
    const { playlist } = await ownerWithPlaylist(request)
    await page.goto(`/playlist/${playlist.slug}`)
    await expect(page.getByRole('button', { name: 'Like Northbound' })).toBeVisible()
    await expect(page.getByRole('button', { name: /to playlist$|^Edit$|^Reorder/ })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Like Northbound' }).click()
    await expect(toast(page, 'Sign in required')).toContainText(
      'You need to sign in to like tracks.',
    )
    await page.getByRole('button', { name: 'Play all' }).click()
    await expect(page.getByRole('button', { name: 'Pause Northbound' })).toBeVisible()
  })

  test('an empty or a private playlist', async ({ page, request }) => {
    await signedInPerson(request)
    const empty = await makePlaylist(request)
    await page.goto(`/playlist/${empty.slug}`)
    await expect(page.getByText("This playlist doesn't have any tracks yet.")).toBeVisible()
    const hidden = await makePlaylist(request, { privacy: 'private' })
    await page.goto(`/playlist/${hidden.slug}`)
    await expect(page.getByRole('heading', { name: 'Playlist not found' })).toBeVisible()
  })
})

test.describe('its address', () => {
  test('is a slug or an id', async ({ page }) => {
    const { playlist } = await ownerWithPlaylist(page.request)
    await page.goto(`/playlist/${playlist.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain')
  })

  test('is tried as an id when it fails as a slug', async ({ page }) => {
    const { playlist } = await ownerWithPlaylist(page.request)
    await page.route('**/api/playlists/slug/**', (route) => route.fulfill({ status: 500 }))
    await page.goto(`/playlist/${playlist.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain')
  })

  test('that names nothing shows the way home', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/playlists')) asked.push(pathname)
    })
    const answer = await page.goto('/playlist/no-such-thing')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Playlist not found')
    expect(asked).toEqual(['/api/playlists/slug/no-such-thing', '/api/playlists/no-such-thing'])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('can be copied, and is shown where that fails', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { playlist } = await ownerWithPlaylist(page.request)
    await page.goto(`/playlist/${playlist.id}`)
    const link = new URL(`/playlist/${playlist.slug}`, page.url()).href
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(toast(page, 'Link copied!')).toContainText(link.slice(0, 50))
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))')
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(toast(page, 'Copy this link')).toContainText(link)
  })
})

test('nothing moves when the playlist takes the place of its skeleton', async ({ page }) => {
  const { playlist } = await ownerWithPlaylist(page.request, { description: 'Best played low.' })
  await page.addInitScript(`
    window.moved = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        // The top bar has its own news: who is signed in.
        const nodes = sources.map(({ node }) => node).filter((node) => !node?.closest?.('header'))
        if (nodes.length > 0) window.moved.push([value, ...nodes.map((node) => node?.outerHTML.slice(0, 80))])
      }
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    let answer = () => {}
    const skeletonSeen = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/playlists/slug/*', async (route) => {
      await skeletonSeen
      await route.continue()
    })
    await page.goto(`/playlist/${playlist.slug}`)
    await expect(page.getByText('Loading playlist')).toBeAttached()
    // A skeleton that was never painted cannot move.
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))')
    answer()
    await expect(page.getByRole('button', { name: /^Reorder/ })).toHaveCount(4)
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))')
    expect(await page.evaluate('window.moved')).toEqual([])
    await page.unroute('**/api/playlists/slug/*')
  }
})

test('of a long playlist only visible rows are rendered, and what flies by fetches no picture', async ({
  page,
}) => {
  const { playlist } = await ownerWithPlaylist(page.request)
  const detail: PlaylistDetail = await (
    await page.request.get(`/api/playlists/${playlist.id}`)
  ).json()
  const [first] = detail.playlistTracks
  if (!first) throw new Error('no track')
  const playlistTracks = Array.from({ length: 2000 }, (_, position) => {
    const id = crypto.randomUUID()
    const track = { ...first.track, id, title: `Row ${position + 1}` }
    return { ...first, id: crypto.randomUUID(), trackId: id, position, track }
  })
  const asked = new Set<string>()
  await page.route('**/api/tracks/*/artwork?*', async (route) => {
    asked.add(new URL(route.request().url()).pathname.split('/')[3] ?? '')
    await route.fulfill({ status: 404 })
  })
  await page.route('**/api/playlists/slug/*', (route) =>
    route.fulfill({ json: { ...detail, playlistTracks } }),
  )
  await page.goto(`/playlist/${playlist.slug}`)
  const rows = page.getByRole('region', { name: 'Tracks' }).getByRole('listitem')
  await expect(rows.first()).toHaveAttribute('aria-setsize', '2000')
  await expect.poll(() => asked.has(playlistTracks[0]?.track.id ?? '')).toBe(true)
  // As with the scrollbar in hand: a frame shows other rows than the one before.
  await page.evaluate(`new Promise((arrived) => {
    const frame = () => {
      const before = scrollY
      scrollBy({ top: 2000, behavior: 'instant' })
      if (scrollY > before) requestAnimationFrame(frame)
      else arrived()
    }
    frame()
  })`)
  await expect(page.getByRole('link', { name: 'Row 2000', exact: true })).toBeVisible()
  await expect.poll(() => asked.has(playlistTracks.at(-1)?.track.id ?? '')).toBe(true)
  expect(await rows.count()).toBeLessThanOrEqual(60)
  const flownBy = playlistTracks.slice(200, 1900).filter(({ track }) => asked.has(track.id))
  expect(flownBy).toEqual([])
})
