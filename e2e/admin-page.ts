import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page, type Route } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import type { Track } from '#contract/tracks.ts'

/** The administrator and their dashboard, as the end-to-end tests see it. */

export async function signedInAdministrator(request: APIRequestContext): Promise<CurrentUser> {
  const page = await request.get('/api/login')
  const action = /<form[^>]*action="([^"]+)"/.exec(await page.text())?.[1]
  expect(action, 'the form to sign in').toBeDefined()
  const form = { email: 'admin@localhost', password: 'correct horse battery' }
  await request.post(action ?? '', { form })
  const user: CurrentUser = await (await request.get('/api/auth/user')).json()
  expect(user.isAdmin).toBe(true)
  return user
}

export async function openDashboard(page: Page, tab?: 'Users' | 'Analytics' | 'Settings') {
  await page.goto('/letmein')
  await expect(page.getByText('Content Management System - Administrator Dashboard')).toBeVisible()
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

/** The only row that a search leaves. */
export async function searchFor(page: Page, words: string) {
  const list = page.getByRole('region', { name: /^(Tracks|Users)$/ })
  await page.getByRole('main').getByRole('searchbox').fill(words)
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  return list.getByRole('listitem')
}

/** What a press of the button saves: its name and its bytes. */
export async function saved(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** As `expect` sees it: the text after the byte-order mark, which must be there. */
export function textOf(bytes: Buffer): string {
  expect(bytes.subarray(0, 3)).toEqual(byteOrderMark)
  return bytes.subarray(3).toString('utf8')
}

/**
 * Answers the list of tracks as a server with this many would: 'Track 0', 'Track 1' and so on, or
 * with the words that are searched for instead of 'Track'. Only for what hangs on the size of
 * the list: what the server itself answers is tested at the server.
 */
export async function pretendTracks(page: Page, count: number): Promise<URL[]> {
  const asked: URL[] = []
  await page.route('**/api/tracks?*', async (route: Route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    const limit = Number(url.searchParams.get('limit'))
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const end = Math.min(count, from + limit)
    const next = new URL(url)
    next.searchParams.set('cursor', String(end))
    const link = `<${next.pathname}${next.search}>; rel="next"`
    const word = url.searchParams.get('q') ?? 'Track'
    const json = Array.from({ length: end - from }, (_, n) => pretendTrack(from + n, word))
    await route.fulfill({ json, headers: end < count ? { link } : {} })
  })
  return asked
}

function pretendTrack(n: number, word: string): Track {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const userId = '00000000-0000-4000-9000-000000000000'
  const nothing = { description: null, artist: null, studio: null, genre: null, duration: null }
  return {
    ...nothing,
    id,
    userId,
    title: `${word} ${n}`,
    slug: `track-${n}`,
    tags: [],
    privacy: 'public',
    audioUrl: '/objects/audio/x',
    artworkUrl: null,
    spotifyUrl: null,
    appleMusicUrl: null,
    playCount: n,
    likeCount: 0,
    createdAt: '2026-11-15T12:00:00.000Z',
    updatedAt: '2026-11-15T12:00:00.000Z',
    user: {
      id: userId,
      username: 'maren',
      displayName: 'Maren Voss',
      firstName: null,
      lastName: null,
      profileImageUrl: null,
    },
    likes: [],
  }
}
