import { all, allRoles, get, ownerOnly, type Row, registering, viewable } from './row.ts'

export const playlistRows: Record<string, Row> = {
  registerCover: registering('/api/playlists/cover', 'coverURL'),
  createPlaylist: {
    request: () => ({ method: 'POST', path: '/api/playlists', body: { title: 'New' } }),
    expect: all(401, 201, 201, 201),
  },
  getPlaylistBySlug: {
    ...get(({ playlistId }) => `/api/playlists/slug/${playlistId}`),
    ...viewable,
  },
  getPlaylist: { ...get(({ playlistId }) => `/api/playlists/${playlistId}`), ...viewable },
  getPlaylistCover: {
    ...get(({ playlistId }) => `/api/playlists/${playlistId}/cover`),
    ...viewable,
  },
  downloadPlaylist: {
    // It is no release.
    ...get(({ playlistId }) => `/api/playlists/${playlistId}/download`),
    expect: allRoles(403),
    private: all(404, 404, 403, 403),
  },
  getPlaylistStats: {
    ...get(({ playlistId }) => `/api/playlists/${playlistId}/stats`),
    ...ownerOnly(200),
  },
  updatePlaylist: {
    request: ({ playlistId }) => ({
      method: 'PUT',
      path: `/api/playlists/${playlistId}`,
      body: { title: 'Changed' },
    }),
    ...ownerOnly(200),
  },
  deletePlaylist: {
    request: ({ playlistId }) => ({ method: 'DELETE', path: `/api/playlists/${playlistId}` }),
    ...ownerOnly(204, 204),
  },
  addPlaylistTrack: {
    request: ({ playlistId, otherTrackId }) => ({
      method: 'POST',
      path: `/api/playlists/${playlistId}/tracks`,
      body: { trackId: otherTrackId },
    }),
    ...ownerOnly(201),
  },
  removePlaylistTrack: {
    request: ({ playlistId, trackId }) => ({
      method: 'DELETE',
      path: `/api/playlists/${playlistId}/tracks/${trackId}`,
    }),
    ...ownerOnly(204),
  },
  reorderPlaylist: {
    request: ({ playlistId, trackId }) => ({
      method: 'PUT',
      path: `/api/playlists/${playlistId}/reorder`,
      body: { trackIds: [trackId] },
    }),
    ...ownerOnly(200),
  },
}
