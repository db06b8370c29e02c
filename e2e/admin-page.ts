import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page, type Route } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import type { Track } from '#contract/tracks.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { signInQuickly } from './data.ts'

/** Page helpers for the administrator and the dashboard. */

export async function signedInAdministrator(request: APIRequestContext): Promise<CurrentUser> {
  const user = await signInQuickly(request, { email: 'admin@localhost' })
  expect(user.isAdmin).toBe(true)
  return user
}

export async function openDashboard(page: Page, tab?: 'Users' | 'Analytics' | 'Settings') {
  await page.goto('/letmein')
  await expect(page.getByText('Content Management System - Administrator Dashboard')).toBeVisible()
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

/** Searches and returns the only matching row. */
export async function searchFor(page: Page, words: string) {
  const list = page.getByRole('region', { name: /^(Tracks|Users)$/ })
  await page.getByRole('main').getByRole('searchbox').fill(words)
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  return list.getByRole('listitem')
}

/** Clicks the button and returns the name and the bytes of the downloaded file. */
export async function downloadFile(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Asserts that the file starts with a byte order mark, and returns the text after it. */
export function textAfterBom(bytes: Buffer): string {
  expect(bytes.subarray(0, 3)).toEqual(byteOrderMark)
  return bytes.subarray(3).toString('utf8')
}

/**
 * Mocks the track list of a server with tracks 'Track 0', 'Track 1' and so on, or with the search
 * query instead of 'Track'; `countFor` returns how many match the query. Only for tests that depend on the size of the list; the server's
 * own tests cover its responses. Returns the requested URLs.
 */
export async function mockTracks(
  page: Page,
  countFor: (query: string | null) => number,
): Promise<URL[]> {
  const requests: URL[] = []
  await page.route('**/api/tracks?*', async (route: Route) => {
    const url = new URL(route.request().url())
    requests.push(url)
    const limit = Number(url.searchParams.get('limit'))
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const query = url.searchParams.get('q')
    const count = countFor(query)
    const end = Math.min(count, from + limit)
    const next = new URL(url)
    next.searchParams.set('cursor', String(end))
    const link = `<${next.pathname}${next.search}>; rel="next"`
    const json = Array.from({ length: end - from }, (_, n) => mockTrack(from + n, query ?? 'Track'))
    await route.fulfill({ json, headers: end < count ? { link } : {} })
  })
  return requests
}

export function mockTrack(n: number, word: string): Track {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  return testTrack(id, {
    title: `${word} ${n}`,
    slug: `track-${n}`,
    artworkUrl: null,
    playCount: n,
  })
}
