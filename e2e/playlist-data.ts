import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { signedInUser, uploadTrack } from './data.ts'

/** Test data and page helpers for playlists. */

type PlaylistOverrides = Partial<
  Pick<
    PlaylistDetail,
    'title' | 'type' | 'description' | 'label' | 'releaseDate' | 'copyright' | 'privacy'
  >
> & {
  tracks?: Track[]
}

export async function createPlaylist(
  request: APIRequestContext,
  { tracks = [], ...overrides }: PlaylistOverrides = {},
): Promise<Playlist> {
  const response = await request.post('/api/playlists', { data: { title: 'Rain', ...overrides } })
  expect(response.status()).toBe(201)
  const playlist: Playlist = await response.json()
  for (const { id } of tracks) {
    const added = await request.post(`/api/playlists/${playlist.id}/tracks`, {
      data: { trackId: id },
    })
    expect(added.status()).toBe(201)
  }
  return playlist
}

export const titles = ['Northbound', 'Nocturne', 'Winter Coat', 'Copper Wire'] as const

/** Creates and signs in a user who has a playlist with four tracks. */
export async function ownerWithPlaylist(
  request: APIRequestContext,
  overrides: Omit<PlaylistOverrides, 'tracks'> = {},
) {
  const owner = await signedInUser(request)
  const tracks = await Promise.all(
    titles.map((title) => uploadTrack(request, { title, seconds: 20 })),
  )
  const playlist = await createPlaylist(request, { ...overrides, tracks })
  return { owner, playlist, tracks }
}

export async function savedOrder(request: APIRequestContext, id: string): Promise<string[]> {
  const detail: PlaylistDetail = await (await request.get(`/api/playlists/${id}`)).json()
  return detail.playlistTracks.map(({ track }) => track.title)
}

/** Returns the titles of the rows in visual order. */
export function visibleOrder(page: Page): Promise<string[]> {
  return page
    .getByRole('region', { name: 'Tracks' })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows
        .map((row) => ({
          top: row.getBoundingClientRect().top,
          title: row.querySelector('a')?.textContent ?? '',
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ title }) => title),
    )
}

/** Not by role: an open dialog hides the toasts from the accessibility tree. */
export function toast(page: Page, title: string) {
  return page.locator('li').filter({ hasText: title, has: page.getByLabel('Dismiss') })
}

/** For a test that clicks what it covers: the toast disappears by itself after five seconds. */
export async function dismissToast(page: Page, title: string): Promise<void> {
  await toast(page, title).getByLabel('Dismiss').click()
}

export const denyClipboard = (page: Page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
  })
