import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { uniqueWord } from './search-data.ts'
import { test } from './test.ts'
import { openTrack, playButton, recordWrites, toast, trackOf, waveform } from './track-page.ts'

test('track page: its skeleton has the same size', async ({ page, request }) => {
  const track = await trackOf(request, {})
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/tracks/slug/*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/track/${track.id}`)
  await expect(page.getByText('Loading track')).toBeAttached()
  const before = await page.locator('[aria-busy] svg').last().boundingBox()
  release()
  await expect(waveform(page)).toBeVisible()
  const after = await waveform(page).boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4)
  expect(after?.height).toBe(before?.height)
})

test('track page: it shows a visitor all details of a track', async ({ page, request }) => {
  const track = await trackOf(request, {
    title: 'Ferry to Nowhere',
    artist: 'The Guest Band',
    studio: 'Kiln Records',
    description:
      'Recorded on the last crossing.\nTwo microphones.\n\nTour dates:\nhttps://guest.example/tour?y=2026&x=1.\n<b>javascript:alert(1)</b>',
    genre: 'r&b',
    seconds: 75,
    spotifyUrl: 'https://open.spotify.com/track/1',
    appleMusicUrl: 'https://music.apple.com/track/1',
  })
  await uploadTrack(request, { title: 'Another' })
  await page.goto(`/track/${track.id}`)
  const heading = page.getByRole('heading', { level: 1 })
  const main = page.getByRole('main')
  await expect(heading).toHaveText(track.title)
  await expect(page).toHaveTitle('Ferry to Nowhere by The Guest Band · Soundpost')
  await expect(main.getByText('The Guest Band', { exact: true })).toBeVisible()
  await expect(main.getByText('uploaded by')).toBeVisible()
  await expect(main.getByText('Kiln Records')).toBeVisible()
  await expect(main.getByText('R&B', { exact: true })).toHaveCount(2)
  await expect(main.getByText('0 plays')).toBeVisible()
  await expect(main.getByText('0 likes')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Low Tide Choir' }).first()).toHaveAttribute(
    'href',
    `/api/login?returnTo=${encodeURIComponent(`/profile/${track.userId}`)}&reason=profile&subject=${track.userId}`,
  )
  await expect(main.getByText('1:15')).toBeVisible()

  const about = main.locator('section', {
    has: page.getByRole('heading', { name: 'About this track' }),
  })
  await expect(about.getByRole('paragraph')).toHaveText([
    'Recorded on the last crossing.\nTwo microphones.',
    /^Tour dates/,
  ])
  const dates = about.getByRole('paragraph').last()
  await expect(dates.getByRole('link')).toHaveAttribute(
    'href',
    'https://guest.example/tour?y=2026&x=1',
  )
  await expect(dates.getByRole('link')).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect(dates).toHaveCSS('white-space', /pre-line|preserve-breaks/)
  await expect(dates).toContainText('<b>javascript:alert(1)</b>')
  await expect(dates.locator('b')).toHaveCount(0)
  const stats = main.locator('section', {
    has: page.getByRole('heading', { name: 'Track Stats' }),
  })
  await expect(stats.getByRole('term')).toHaveText([
    'Total plays',
    'Likes',
    'Genre',
    'Uploaded',
    'Studio/Label',
  ])
  await expect(stats.getByRole('definition')).toHaveText([
    '0',
    '0',
    'R&B',
    new Date(track.createdAt).toLocaleDateString('en-US', { dateStyle: 'medium' }),
    'Kiln Records',
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
})

test('track page: a visitor follows its tags and other tracks, and is asked to sign in to like it', async ({
  page,
  request,
}) => {
  const tag = `r&${uniqueWord()}`
  const track = await trackOf(request, { title: 'Tagged', tags: ['field recording', tag] })
  const another = await uploadTrack(request, { title: 'Another' })
  await openTrack(page, track)
  const heading = page.getByRole('heading', { level: 1 })
  const main = page.getByRole('main')
  await test.step('likes and comments need an account', async () => {
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

  await test.step('tags', async () => {
    const tags = main.getByRole('list', { name: 'Tags' }).getByRole('link')
    await expect(tags).toHaveText(['field recording', tag])
    await tags.last().click()
    await expect(page).toHaveURL(`/search?q=${encodeURIComponent(tag)}`)
    await expect(main.getByRole('link', { name: track.title }).first()).toBeVisible()
    await page.goBack()
    await expect(heading).toHaveText(track.title)
  })

  await test.step('another track is rendered before its request completes', async () => {
    await page.route('**/api/tracks/slug/*', () => {})
    await main.getByRole('link', { name: 'Another', exact: true }).click()
    await expect(page).toHaveURL(`/track/${another.slug}`)
    await expect(heading).toHaveText('Another')
    await expect(heading).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Track Stats' })).toBeVisible()
  })
})

test('track page: a user likes the track and adds it to a playlist, and the genre has its page', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: `Slow burn ${uniqueWord()}`, genre: 'r&b' })
  await signedInUser(page.request)
  await page.request.post(`/api/tracks/${track.id}/like`, { data: {} })
  await openTrack(page, track)
  const main = page.getByRole('main')
  const liked = main.getByRole('button', { name: 'Liked', exact: true })
  await test.step('like and unlike', async () => {
    await expect(page).toHaveTitle(`${track.title} by Low Tide Choir · Soundpost`)
    await expect(main.getByRole('link', { name: 'Low Tide Choir' }).first()).toHaveAttribute(
      'href',
      `/profile/${track.userId}`,
    )
    await expect(liked).toHaveAttribute('aria-pressed', 'true')
    await expect(main.getByText('1 like', { exact: true })).toBeVisible()
    await liked.click()
    await expect(main.getByRole('button', { name: 'Like', exact: true })).toBeVisible()
    await expect(main.getByText('0 likes')).toBeVisible()
  })

  await test.step('add to a playlist while it plays', async () => {
    await playButton(page, 'Play', track.title).click()
    await main.getByRole('button', { name: 'Like', exact: true }).click()
    await expect(liked).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Add to playlist', exact: true })
      .click()
    // The user has no playlist yet.
    await expect(page.getByRole('dialog', { name: 'Create new' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the page of the genre', async () => {
    await page.getByRole('main').getByRole('link', { name: 'R&B', exact: true }).click()
    await expect(page).toHaveURL('/genre/r%26b')
    await expect(page.getByRole('heading', { level: 1, name: 'R&B' })).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Genres' }).locator('[aria-current]'),
    ).toContainText('R&B')
    await expect(page.getByText('Most played first')).toBeVisible()
    const row = page
      .getByRole('region', { name: 'Tracks', exact: true })
      .getByRole('listitem')
      .filter({ hasText: track.title })
    // Every row would say the same.
    await expect(row.getByText('R&B')).toHaveCount(0)
    await expect(row.getByRole('link', { name: 'Low Tide Choir' })).toHaveAttribute(
      'href',
      `/profile/${track.userId}`,
    )
    for (const [width, theme] of [
      [1440, 'dark'],
      [390, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      if (width !== 320) await expectAccessible(page)
    }
  })
})
