import { all, get, owned, type Row, registering, vis } from './row.ts'

export const playlistRows: Record<string, Row> = {
  registerCover: registering('/api/playlists/cover', 'coverURL'),
  createPlaylist: {
    request: () => ({ method: 'POST', path: '/api/playlists', body: { title: 'New' } }),
    expect: all(401, 201, 201, 201),
  },
  getPlaylistBySlug: { ...get(({ playlistId }) => `/api/playlists/slug/${playlistId}`), ...vis },
  getPlaylist: { ...get(({ playlistId }) => `/api/playlists/${playlistId}`), ...vis },
  getPlaylistCover: { ...get(({ playlistId }) => `/api/playlists/${playlistId}/cover`), ...vis },
  updatePlaylist: {
    request: ({ playlistId }) => ({
      method: 'PUT',
      path: `/api/playlists/${playlistId}`,
      body: { title: 'Changed' },
    }),
    ...owned(200),
  },
  deletePlaylist: {
    request: ({ playlistId }) => ({ method: 'DELETE', path: `/api/playlists/${playlistId}` }),
    ...owned(204, 204),
  },
  addPlaylistTrack: {
    request: ({ playlistId, otherTrackId }) => ({
      method: 'POST',
      path: `/api/playlists/${playlistId}/tracks`,
      body: { trackId: otherTrackId },
    }),
    ...owned(201),
  },
  removePlaylistTrack: {
    request: ({ playlistId, trackId }) => ({
      method: 'DELETE',
      path: `/api/playlists/${playlistId}/tracks/${trackId}`,
    }),
    ...owned(204),
  },
  reorderPlaylist: {
    request: ({ playlistId, trackId }) => ({
      method: 'PUT',
      path: `/api/playlists/${playlistId}/reorder`,
      body: { trackIds: [trackId] },
    }),
    ...owned(200),
  },
}
