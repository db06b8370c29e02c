import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { signedInPerson, uploadTrack } from './data.ts'

/** Playlists for the end-to-end tests, and how their page is read. */

type PlaylistOverrides = Partial<Pick<Playlist, 'title' | 'description' | 'privacy'>> & {
  tracks?: Track[]
}

export async function makePlaylist(
  request: APIRequestContext,
  { tracks = [], ...overrides }: PlaylistOverrides = {},
): Promise<Playlist> {
  const made = await request.post('/api/playlists', { data: { title: 'Rain', ...overrides } })
  expect(made.status()).toBe(201)
  const playlist: Playlist = await made.json()
  for (const { id } of tracks) {
    const added = await request.post(`/api/playlists/${playlist.id}/tracks`, {
      data: { trackId: id },
    })
    expect(added.status()).toBe(201)
  }
  return playlist
}

export const titles = ['Northbound', 'Nocturne', 'Winter Coat', 'Copper Wire'] as const

/** Somebody new, signed in, with four tracks in a playlist. */
export async function ownerWithPlaylist(
  request: APIRequestContext,
  overrides: Omit<PlaylistOverrides, 'tracks'> = {},
) {
  const owner = await signedInPerson(request)
  const tracks = await Promise.all(
    titles.map((title) => uploadTrack(request, { title, seconds: 20 })),
  )
  const playlist = await makePlaylist(request, { ...overrides, tracks })
  return { owner, playlist, tracks }
}

export async function savedOrder(request: APIRequestContext, id: string): Promise<string[]> {
  const detail: PlaylistDetail = await (await request.get(`/api/playlists/${id}`)).json()
  return detail.playlistTracks.map(({ track }) => track.title)
}

/** The rows from top to bottom, as they are seen. */
export function shownOrder(page: Page): Promise<string[]> {
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

/** Also while a dialog hides all else from screen readers: those hear of it in another way. */
export function toast(page: Page, title: string) {
  return page.locator('li').filter({ hasText: title, has: page.getByLabel('Dismiss') })
}
