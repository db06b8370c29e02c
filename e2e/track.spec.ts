import AxeBuilder from '@axe-core/playwright'
import { type APIRequestContext, devices, expect, type Page, test } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { fixture, picture } from '#server/testing/sample-files.ts'
import { signedInPerson, type TrackWishes, uploadTrack } from './data.ts'

/** A track of somebody else than the person at the page. */
async function trackOf(artist: APIRequestContext, wishes: TrackWishes = {}): Promise<Track> {
  await signedInPerson(artist, { displayName: 'Low Tide Choir' })
  return uploadTrack(artist, wishes)
}

async function open(page: Page, track: Pick<Track, 'slug' | 'title'>) {
  await page.goto(`/track/${track.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(track.title)
}

const waveform = (page: Page) => page.getByRole('main').getByRole('slider', { name: /^Seek in/ })
const playButton = (page: Page, verb: 'Play' | 'Pause', title: string) =>
  page.getByRole('main').getByRole('button', { name: `${verb} ${title}`, exact: true })
const toast = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const seconds = async (page: Page) => Number(await waveform(page).getAttribute('aria-valuenow'))

function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET')
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return calls
}

test.describe('a visitor', () => {
  test('sees all there is to know of a track', async ({ page, request }) => {
    const track = await trackOf(request, {
      title: 'Ferry to Nowhere',
      description: 'Recorded on the last crossing.\nTwo microphones.\n\nTwelve voices, one take.',
      genre: 'r&b',
      seconds: 75,
      spotifyUrl: 'https://open.spotify.com/track/1',
      appleMusicUrl: 'https://music.apple.com/track/1',
    })
    await open(page, track)
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
  })

  test('sees only what there is: no genre is music, no links no card', async ({
    page,
    request,
  }) => {
    const track = await trackOf(request, { title: 'Bare', audio: fixture('tone.mp3') })
    await open(page, track)
    await expect(page.getByRole('main').getByText('Music', { exact: true })).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Track Stats' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Listen On' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'About this track' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'More from this artist' })).toBeHidden()
  })

  test('is shown one service when only one is set', async ({ page, request }) => {
    const spotifyUrl = 'https://open.spotify.com/track/2'
    await open(page, await trackOf(request, { title: 'On one', spotifyUrl }))
    await expect(page.getByRole('link', { name: 'Spotify' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Apple Music' })).toBeHidden()
  })

  test('is asked to sign in to like and to comment, and nothing is sent', async ({
    page,
    request,
  }) => {
    const track = await trackOf(request, { title: 'Look, do not touch' })
    await open(page, track)
    const calls = callsOf(page)
    await page.getByRole('main').getByRole('button', { name: 'Like', exact: true }).click()
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

  test('hears it: the position advances, pauses and moves where the waveform is clicked', async ({
    page,
    request,
  }) => {
    const track = await trackOf(request, { title: 'Heard' })
    await open(page, track)
    await expect(waveform(page)).toHaveAttribute(
      'aria-valuetext',
      '0 seconds of 1 minute 0 seconds',
    )
    await playButton(page, 'Play', track.title).click()
    await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(2)
    await expect(page.getByRole('main').getByText('1 play', { exact: true })).toBeVisible()

    await playButton(page, 'Pause', track.title).click()
    await expect(playButton(page, 'Play', track.title)).toBeVisible()
    const box = await waveform(page).boundingBox()
    await waveform(page).click({ position: { x: (box?.width ?? 0) / 2, y: 40 } })
    await expect.poll(() => seconds(page)).toBe(30)
    await expect(waveform(page)).toHaveText('0:30')

    await playButton(page, 'Play', track.title).click()
    await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(31)
  })

  test('drags the post: the time follows, the sound when it is let go', async ({
    page,
    request,
  }) => {
    const track = await trackOf(request, { title: 'Dragged' })
    await open(page, track)
    await playButton(page, 'Play', track.title).click()
    await expect(playButton(page, 'Pause', track.title)).toBeVisible()
    const progress = page.getByRole('slider', { name: 'Progress' })
    const { x = 0, y = 0, width = 0 } = (await waveform(page).boundingBox()) ?? {}
    await page.mouse.move(x + width * 0.2, y + 50)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.75, y + 300, { steps: 5 })
    await expect(waveform(page)).toHaveText('0:45')
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeLessThan(40)
    await page.mouse.up()
    await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(45)
    await expect
      .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
      .toBeGreaterThan(74)
  })
})

test('seeking in a track that is not in the player starts it there; the other one rests', async ({
  page,
  request,
}) => {
  const first = await trackOf(request, { title: 'First' })
  const second = await uploadTrack(request, { title: 'Second' })
  await open(page, first)
  await playButton(page, 'Play', 'First').click()
  await expect(playButton(page, 'Pause', 'First')).toBeVisible()

  await page.getByRole('link', { name: 'Second' }).last().click()
  await expect(page).toHaveURL(`/track/${second.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second')
  await expect(waveform(page)).toHaveAttribute('aria-valuenow', '0')
  await expect(waveform(page)).toHaveText('')
  const { width = 0 } = (await waveform(page).boundingBox()) ?? {}
  await waveform(page).click({ position: { x: width / 4, y: 40 } })
  await expect(playButton(page, 'Pause', 'Second')).toBeVisible()
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(16)
  expect(await seconds(page)).toBeLessThan(40)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First')
  await expect(waveform(page)).toHaveAttribute('aria-valuenow', '0')
})

test('a tick of the clock redraws the playhead and nothing else', async ({ page, request }) => {
  const track = await trackOf(request, { title: 'Ticking' })
  await open(page, track)
  await playButton(page, 'Play', track.title).click()
  await expect(page.getByRole('main').getByText('1 play', { exact: true })).toBeVisible()
  await page.evaluate(`
    window.redrawn = new Set()
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target
        window.redrawn.add(element.role ?? element.localName + (element.closest('[role=slider]') ? ' on it' : ''))
      }
    }).observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true, characterData: true })
  `)
  const from = await seconds(page)
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(from + 2)
  expect(await page.evaluate('[...window.redrawn].sort()')).toEqual(['slider', 'span on it'])
})

test.describe('a signed-in person', () => {
  test('likes and takes it back, and finds the artist', async ({ page, request }) => {
    const track = await trackOf(request, { title: 'Liked' })
    await signedInPerson(page.request)
    await open(page, track)
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
  })

  test('is told when a like fails', async ({ page, request }) => {
    const track = await trackOf(request, { title: 'Not today' })
    await signedInPerson(page.request)
    await open(page, track)
    const like = page.getByRole('main').getByRole('button', { name: 'Like', exact: true })
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()

    await page.route('**/like', (route) => route.fulfill({ status: 500, json: { message: 'Oh' } }))
    await like.click()
    await expect(toast(page)).toContainText('Failed to like track. Please try again.')
    await expect(like).toHaveAttribute('aria-pressed', 'false')

    await page.unroute('**/like')
    await page.route('**/like', (route) => route.fulfill({ status: 401, json: { message: 'No' } }))
    await like.click()
    await expect(toast(page)).toContainText('Sign in required')
    await expect(toast(page)).toContainText('You need to sign in to like tracks.')
  })

  test('may not post an empty comment, and a written one only says that they are to come', async ({
    page,
    request,
  }) => {
    const track = await trackOf(request, { title: 'Uncommented' })
    await signedInPerson(page.request)
    await open(page, track)
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
    const calls = callsOf(page)
    const box = page.getByRole('textbox', { name: 'Comment' })
    const post = page.getByRole('button', { name: 'Post comment' })
    await expect(box).toBeDisabled()
    await expect(post).toBeDisabled()

    // What the page does once the box is opened to writing.
    await box.evaluate((area) => area.removeAttribute('disabled'))
    await box.fill('   ')
    await expect(post).toBeDisabled()
    await box.fill('Lovely')
    await post.click()
    await expect(toast(page)).toContainText('Coming soon')
    expect(calls).toEqual([])
  })

  test('adds the track to a playlist', async ({ page, request }) => {
    const track = await trackOf(request, { title: 'Kept' })
    await signedInPerson(page.request)
    await open(page, track)
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Add to playlist', exact: true })
      .click()
    await expect(page.getByRole('dialog', { name: 'Add to playlist' })).toBeVisible()
  })
})

test('the owner sees a private track, and nobody else does', async ({ page, request }) => {
  await signedInPerson(page.request, { displayName: 'Maren Voss' })
  const track = await uploadTrack(page.request, {
    title: 'Not yet',
    privacy: 'private',
    artwork: await picture({ width: 400, height: 400 }),
  })
  await open(page, track)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Maren Voss' }).first(),
  ).toBeVisible()
  const ambience = page.locator('.ambient')
  await expect(ambience).toHaveAttribute('style', /--art-a: ?#c[45]3/)

  const visit = await request.get(`/track/${track.slug}`)
  expect(visit.status()).toBe(404)
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Not Found')
})

test('more from this artist: at most four others, the most played first', async ({
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
  await open(page, track)
  const more = page.locator('section', {
    has: page.getByRole('heading', { name: 'More from this artist' }),
  })
  const titles = more.getByRole('listitem').getByRole('link')
  await expect(titles).toHaveCount(4)
  await expect(titles.nth(0)).toHaveText('Thrice')
  await expect(titles.nth(1)).toHaveText('Twice')
  await expect(titles.nth(2)).toHaveText('Once')
  await expect(titles.nth(3)).toHaveText(/Never|Not once/)
})

test('slug and id open the same page', async ({ page, request }) => {
  const track = await trackOf(request, { title: 'Either way' })
  await page.goto(`/track/${track.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Either way')
})

test('a missing track says so and leads home', async ({ page }) => {
  const answer = await page.goto('/track/there-is-no-such-thing')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Not Found')
  await expect(page).toHaveTitle('Track Not Found · Soundpost')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a server that fails is named, and can be tried again', async ({ page, request }) => {
  const track = await trackOf(request, { title: 'After all' })
  await page.route('**/api/tracks/slug/*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/track/${track.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to fetch track')
  await page.unroute('**/api/tracks/slug/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('After all')
})

test('while the track is on its way, its place is shown in the same size', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'Soon' })
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/tracks/slug/*', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(`/track/${track.slug}`)
  await expect(page.getByText('Loading track')).toBeAttached()
  const wave = page.locator('[aria-busy] svg').last()
  const before = await wave.boundingBox()
  answer()
  await expect(waveform(page)).toBeVisible()
  const after = await waveform(page).boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4)
  expect(after?.height).toBe(before?.height)
})

test.describe('sharing', () => {
  test('copies the link and shows 50 characters of it', async ({
    page,
    request,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const track = await trackOf(request, { title: 'A rather long name for such a short song' })
    await open(page, track)
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
    const link = `${baseURL}/track/${track.slug}`
    await expect(toast(page)).toContainText('Link copied!')
    await expect(toast(page)).toContainText(link.slice(0, 50))
    await expect(toast(page)).not.toContainText(link.slice(0, 51))
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
  })

  test('shows the whole link for ten seconds when it cannot be copied', async ({
    page,
    request,
    baseURL,
  }) => {
    await page.clock.install()
    await page.addInitScript(
      `navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`,
    )
    const track = await trackOf(request, { title: 'A rather long name that nobody can copy' })
    await open(page, track)
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
    await expect(toast(page)).toContainText('Copy this link')
    await expect(toast(page)).toContainText(`${baseURL}/track/${track.slug}`)
    await page.mouse.move(5, 5)
    await page.clock.fastForward(8_000)
    await expect(toast(page)).toBeVisible()
    await page.clock.fastForward(3_000)
    await expect(toast(page)).toBeHidden()
  })
})

test.describe('on a phone', () => {
  const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']
  test.use({ viewport, userAgent, isMobile, hasTouch })

  test('everything fits, a tap seeks, and sharing opens the share sheet', async ({
    page,
    request,
    baseURL,
  }) => {
    await page.addInitScript(`
      navigator.share = (data) => { window.shared = data; return Promise.resolve() }
    `)
    const track = await trackOf(request, {
      title: 'Donaudampfschifffahrtsgesellschaftskapitänslied',
      description: `https://example.org/${'long/'.repeat(40)}`,
    })
    await open(page, track)
    await expect(page.getByRole('heading', { name: 'Track Stats' })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)

    const { width = 0 } = (await waveform(page).boundingBox()) ?? {}
    await waveform(page).tap({ position: { x: width - 2, y: 30 } })
    await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(59)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)

    await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
    expect(await page.evaluate('window.shared')).toEqual({
      title: track.title,
      url: `${baseURL}/track/${track.slug}`,
    })
    await expect(toast(page)).toBeHidden()
  })
})

test('the keyboard alone plays, seeks and likes', async ({ page, request }) => {
  const track = await trackOf(request, { title: 'By hand', seconds: 100 })
  await signedInPerson(page.request)
  await open(page, track)
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Low Tide Choir' }).first().focus()
  await page.keyboard.press('Tab')
  await expect(playButton(page, 'Play', track.title)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(1)
  await page.keyboard.press('Enter')
  await expect(playButton(page, 'Play', track.title)).toBeVisible()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(main.getByRole('button', { name: 'Liked', exact: true })).toBeFocused()

  await waveform(page).focus()
  for (const [key, time] of [
    ['Home', '0'],
    ['ArrowRight', '5'],
    ['ArrowUp', '10'],
    ['PageUp', '20'],
    ['ArrowLeft', '15'],
    ['PageDown', '5'],
    ['ArrowDown', '0'],
    ['End', '100'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(waveform(page)).toHaveAttribute('aria-valuenow', time)
  }
  await expect(waveform(page)).toBeFocused()
})

for (const colorScheme of ['dark', 'light'] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' })

    test('the page is accessible, at rest and playing', async ({ page, request }) => {
      const track = await trackOf(request, {
        title: 'For all',
        description: 'About it.',
        spotifyUrl: 'https://open.spotify.com/track/3',
      })
      await uploadTrack(request, { title: 'Another' })
      await open(page, track)
      await expect(page.getByRole('heading', { name: 'More from this artist' })).toBeVisible()
      await expectAccessible(page)
      await signedInPerson(page.request)
      await page.reload()
      await playButton(page, 'Play', track.title).click()
      await page.getByRole('main').getByRole('button', { name: 'Like', exact: true }).click()
      await expect(page.getByRole('main').getByRole('button', { name: 'Liked' })).toBeVisible()
      await expectAccessible(page)
    })

    test('a missing track is accessible', async ({ page }) => {
      await page.goto('/track/nothing-here')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    })
  })

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
  ).toEqual([])
}
