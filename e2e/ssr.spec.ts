import { expect, type Page } from '@playwright/test'
import { signedInUser } from './data.ts'
import { createPlaylist, ownerWithPlaylist } from './playlist-data.ts'
import { test } from './test.ts'
import { trackOf } from './track-page.ts'

/** Delays all scripts except the bootstrap, which sets the theme. Call the result to release them. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/assets\/(?!boot).*\.js$/, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return resolve
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

const elements = (page: Page) => page.locator('#root *').elementHandles()

/** All public pages, with what a visitor reads on them, and the session of the owner of what they show. */
async function publicPages(page: Page) {
  const { owner, playlist, tracks } = await ownerWithPlaylist(page.request, {
    title: 'Slow rivers',
  })
  const album = await createPlaylist(page.request, { title: 'Thaw', type: 'album', tracks })
  const [track] = tracks
  const title = track?.title ?? ''
  const pages = [
    { path: '/', heading: 'Share Your Sound', text: 'Browse without an account' },
    { path: '/discover', heading: 'Discover', text: 'Trending Now' },
    { path: '/discover/recent', heading: 'Most Recent', text: title },
    { path: '/discover/playlists', heading: 'New playlists', text: 'Slow rivers' },
    { path: `/genre/${track?.genre ?? 'other'}`, heading: '', text: 'Most played first' },
    {
      path: `/search?q=${encodeURIComponent(title)}`,
      heading: `Results for “${title}”`,
      text: title,
    },
    { path: `/track/${track?.slug}`, heading: title, text: 'Track Stats' },
    { path: `/playlist/${playlist.slug}`, heading: 'Slow rivers', text: title },
    { path: `/album/${album.slug}`, heading: 'Thaw', text: title },
    { path: `/profile/${owner.id}`, heading: '', text: title },
  ]
  return { pages, storage: await page.context().storageState() }
}

/** What has moved since the page was opened. */
const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as LayoutShift[]
          const describe = ({ node, currentRect }: LayoutShift['sources'][number]) =>
            `${(node as Element | null)?.outerHTML?.slice(0, 200)}: ${JSON.stringify(currentRect)}`
          resolve(shifts.flatMap(({ value, sources }) => [`${value}`, ...sources.map(describe)]))
        }).observe({ type: 'layout-shift', buffered: true })
        // Without a shift the observer never fires.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
      }),
  )

/** Empty, or with comments of React. */
const isPlaceholder = (html: string) => /^<(\w+)[^>]*>(<!--[^>]*-->)*<\/\1>$/.test(html)

/** What a page has lost or moved while it was hydrated. */
async function openAndHydrate(page: Page, { path, heading }: { path: string; heading: string }) {
  const release = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('h1')).toHaveText(heading ? heading : /./)
  // The last element of the document.
  await expect(page.locator('#first-render')).toBeAttached()
  const before = await elements(page)
  release()
  await page.waitForLoadState('networkidle')
  expect(before.length).toBeGreaterThan(50)
  const replaced = await Promise.all(
    before.map((handle) =>
      handle.evaluate((element) => (element.isConnected ? '' : (element as Element).outerHTML)),
    ),
  )
  const shifts = await layoutShifts(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return { replaced: replaced.filter(Boolean), shifts }
}

test('server-side rendering: public pages are hydrated without errors, new nodes or layout shift', async ({
  page,
}) => {
  const { pages } = await publicPages(page)
  await page.context().clearCookies()
  const errors = collectErrors(page)
  // With reduced motion a button of the carousel changes its icon after the hydration.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const opened of pages)
    await test.step(opened.path, async () => {
      expect(await openAndHydrate(page, opened)).toEqual({ replaced: [], shifts: [] })
    })
  expect(errors).toEqual([])
})

test('server-side rendering: for users, too, only empty placeholders are replaced', async ({
  page,
  browser,
}) => {
  const { pages, storage } = await publicPages(page)
  const owner = await (await browser.newContext({ storageState: storage })).newPage()
  await page.context().clearCookies()
  await signedInUser(page.request)
  for (const reader of [page, owner]) await reader.emulateMedia({ reducedMotion: 'no-preference' })
  // Other tests change what lists of all tracks show. In their own lists, owners get rows that can be moved.
  const isFixed = (path: string) => /^\/(track|profile)\//.test(path)
  const isList = (path: string) => /^\/(playlist|album)\//.test(path)
  for (const [visit, reader] of [
    ['somebody else', page],
    ['the owner', owner],
  ] as const)
    for (const opened of pages.filter(
      ({ path }) => isFixed(path) || (reader === page && isList(path)),
    ))
      await test.step(`${opened.path} as ${visit}`, async () => {
        const { replaced } = await openAndHydrate(reader, opened)
        expect(replaced.filter((html) => !isPlaceholder(html))).toEqual([])
      })
  await owner.context().close()
})

test('server-side rendering: public pages are read and played without JavaScript', async ({
  browser,
  page,
}) => {
  const { pages } = await publicPages(page)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const reader = await context.newPage()
  for (const { path, text } of pages)
    await test.step(path, async () => {
      await reader.goto(path)
      await expect(reader.getByText(text).first()).toBeVisible()
      if (!['/discover', '/discover/playlists'].includes(path))
        await expect(reader.locator('audio[controls]').first()).toBeVisible()
      await expect(reader.getByRole('button', { name: /^Like / })).toHaveCount(0)
    })
  await context.close()
})

test('server-side rendering: links work when the JavaScript fails to load', async ({ page }) => {
  await page.route(/assets\/(?!boot).*\.js$/, (route) => route.abort())
  await page.goto('/welcome', { waitUntil: 'load' })
  await page.getByRole('link', { name: 'Sign In' }).first().click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('server-side rendering: hydration keeps the keyboard focus', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/welcome', { waitUntil: 'commit' })
  const browse = page.getByRole('link', { name: 'Browse without an account' }).first()
  // A page cannot have the focus before its first paint.
  await expect(async () => {
    await browse.focus()
    await expect(browse).toBeFocused({ timeout: 100 })
  }).toPass()
  release()
  await page.waitForLoadState('networkidle')
  await expect(browse).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/discover')
})

test('server-side rendering: a private track is rendered for its owner alone', async ({
  page,
  request,
}) => {
  const hidden = await trackOf(request, { title: 'Not for you', privacy: 'private' })
  expect(await (await page.request.get(`/track/${hidden.slug}`)).text()).not.toContain(
    'Not for you',
  )
  const own = await request.get(`/track/${hidden.slug}`)
  expect(await own.text()).toContain('Not for you</h1>')
  expect(own.headers()['cache-control']).toBe('private, no-cache')
})

test('server-side rendering: a user gets the page of visitors, and then what is theirs', async ({
  page,
}) => {
  const { displayName } = await signedInUser(page.request)
  const errors = collectErrors(page)
  const html = await (await page.request.get('/discover')).text()
  expect(html).toContain('Trending Now')
  expect(html).not.toContain(`aria-label="${displayName}"`)
  await page.goto('/discover')
  await expect(page.getByRole('link', { name: String(displayName) }).first()).toBeVisible()
  expect(errors).toEqual([])
})
