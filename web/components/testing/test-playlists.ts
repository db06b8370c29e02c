import type { Playlist } from '#contract/playlists.ts'
import { testUser } from './test-users.ts'

/** A complete playlist for tests. */
export function testPlaylist(id: string, overrides: Partial<Playlist> = {}): Playlist {
  const user = overrides.user ?? testUser({ id: 'artist', displayName: 'Low Tide Choir' })
  return {
    id,
    userId: user.id,
    user,
    title: `Playlist ${id}`,
    slug: id,
    description: null,
    type: 'playlist',
    artist: null,
    label: null,
    releaseDate: null,
    upc: null,
    copyright: null,
    allowDownload: false,
    coverUrl: null,
    privacy: 'public',
    trackCount: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  }
}
