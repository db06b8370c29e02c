import { expect, test } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { openTrack, playButton, recordWrites, toast, trackOf, waveform } from './track-page.ts'

test('track page: a visitor sees all details of a track, accessible in both themes, and must sign in to like or comment, without a request', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, {
    title: 'Ferry to Nowhere',
    description: 'Recorded on the last crossing.\nTwo microphones.\n\nTwelve voices, one take.',
    genre: 'r&b',
    seconds: 75,
    spotifyUrl: 'https://open.spotify.com/track/1',
    appleMusicUrl: 'https://music.apple.com/track/1',
  })
  await uploadTrack(request, { title: 'Another' })
  await openTrack(page, track)
  await expect(page).toHaveTitle('Ferry to Nowhere by Low Tide Choir · Soundpost')
  const main = page.getByRole('main')
  await expect(main.getByText('R&B')).toHaveCount(2)
  await expect(main.getByText('0 plays')).toBeVisible()
  await expect(main.getByText('0 likes')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Low Tide Choir' }).first()).toHaveAttribute(
    'href',
    `/api/login?returnTo=${encodeURIComponent(`/track/${track.slug}`)}`,
  )
  await expect(main.getByText('1:15')).toBeVisible()

  const about = main.locator('section', {
    has: page.getByRole('heading', { name: 'About this track' }),
  })
  await expect(about.getByRole('paragraph')).toHaveText([
    'Recorded on the last crossing.\nTwo microphones.',
    'Twelve voices, one take.',
  ])
  const stats = main.locator('section', {
    has: page.getByRole('heading', { name: 'Track Stats' }),
  })
  await expect(stats.getByRole('term')).toHaveText(['Total plays', 'Likes', 'Genre', 'Uploaded'])
  await expect(stats.getByRole('definition')).toHaveText([
    '0',
    '0',
    'R&B',
    new Date(track.createdAt).toLocaleDateString('en-US'),
  ])
  await expect(main.getByRole('link', { name: 'Spotify' })).toHaveAttribute(
    'href',
    'https://open.spotify.com/track/1',
  )
  await expect(main.getByRole('link', { name: 'Apple Music' })).toHaveAttribute(
    'href',
    'https://music.apple.com/track/1',
  )
  await expect(main.getByRole('button', { name: 'Add to playlist' })).toBeHidden()
  await expect(main.getByRole('heading', { name: 'More from this artist' })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const calls = recordWrites(page)
  await main.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(toast(page)).toContainText('Sign in required')
  await expect(toast(page)).toContainText('You need to sign in to like tracks.')

  const box = page.getByRole('textbox', { name: 'Comment' })
  await expect(box).toBeDisabled()
  await expect(box).toHaveAttribute('placeholder', 'Coming soon')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(toast(page)).toContainText('You need to sign in to comment on tracks.')
  await expect(toast(page)).toHaveCount(1)
  expect(calls).toEqual([])
})

test('track page: More from this artist shows at most four other tracks, most played first', async ({
  page,
  request,
  playwright,
  baseURL,
}) => {
  const track = await trackOf(request, { title: 'The one', audio: fixture('tone.mp3') })
  const plays = { Once: 1, Never: 0, Thrice: 3, Twice: 2, 'Not once': 0, Hidden: 0 }
  for (const [title, count] of Object.entries(plays)) {
    const privacy = title === 'Hidden' ? 'unlisted' : 'public'
    const other = await uploadTrack(request, { title, privacy, audio: fixture('tone.mp3') })
    for (let i = 0; i < count; i++) {
      const listener = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
      await listener.post(`/api/tracks/${other.id}/play`)
      await listener.dispose()
    }
  }
  const more = page.locator('section', {
    has: page.getByRole('heading', { name: 'More from this artist' }),
  })
  const titles = more.getByRole('listitem').locator('a[title]')
  // The play count updates immediately, the ranking later.
  const ranking = async () => {
    const ranked = await request.get(`/api/tracks?userId=${track.userId}&sort=plays&limit=3`)
    return ((await ranked.json()) as Track[]).map(({ title }) => title)
  }
  await expect.poll(ranking, { timeout: 60_000 }).toEqual(['Thrice', 'Twice', 'Once'])
  await openTrack(page, track)
  await expect(titles).toHaveText(['Thrice', 'Twice', 'Once', /Never|Not once/])
})

test('track page: only the owner can view a private track', async ({ page, request }) => {
  await signedInUser(page.request, { displayName: 'Maren Voss' })
  const track = await uploadTrack(page.request, {
    title: 'Not yet',
    privacy: 'private',
    artwork: await createImage({ width: 400, height: 400 }),
  })
  await openTrack(page, track)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Maren Voss' }).first(),
  ).toBeVisible()
  const glow = page.locator('.artwork-glow')
  await expect(glow).toHaveAttribute('style', /--art-a: ?#c[45]3/)

  const response = await request.get(`/track/${track.slug}`)
  expect(response.status()).toBe(404)
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Not Found')
})

test('track page: the id opens the same page as the slug, and from a card the page is rendered before its own request completes', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'From here' })
  const next = await uploadTrack(request, { title: 'To there' })
  await openTrack(page, { ...track, slug: track.id })
  await page.route('**/api/tracks/slug/*', () => {})
  await page.getByRole('main').getByRole('link', { name: 'To there', exact: true }).click()
  await expect(page).toHaveURL(`/track/${next.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('To there')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Track Stats' })).toBeVisible()
})

test('track page: an unknown track shows Track Not Found, accessible in both themes, and a link to the home page', async ({
  page,
}) => {
  const response = await page.goto('/track/there-is-no-such-thing')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Not Found')
  await expect(page).toHaveTitle('Track Not Found · Soundpost')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('track page: the skeleton has the same size as the loaded track', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'Soon' })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/tracks/slug/*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/track/${track.slug}`)
  await expect(page.getByText('Loading track')).toBeAttached()
  const wave = page.locator('[aria-busy] svg').last()
  const before = await wave.boundingBox()
  release()
  await expect(waveform(page)).toBeVisible()
  const after = await waveform(page).boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4)
  expect(after?.height).toBe(before?.height)
})

test('track page: a user can like and unlike the track and add it to a playlist, the artist links to the profile, and the page is accessible in both themes while it plays', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'Liked' })
  await signedInUser(page.request)
  await openTrack(page, track)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Low Tide Choir' }).first()).toHaveAttribute(
    'href',
    `/profile/${track.userId}`,
  )
  await main.getByRole('button', { name: 'Like', exact: true }).click()
  const liked = main.getByRole('button', { name: 'Liked', exact: true })
  await expect(liked).toHaveAttribute('aria-pressed', 'true')
  await expect(main.getByText('1 like', { exact: true })).toBeVisible()
  await page.reload()
  await liked.click()
  await expect(main.getByRole('button', { name: 'Like', exact: true })).toBeVisible()
  await expect(main.getByText('0 likes')).toBeVisible()

  await playButton(page, 'Play', track.title).click()
  await main.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(liked).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('main').getByRole('button', { name: 'Add to playlist', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Add to playlist' })).toBeVisible()
})
