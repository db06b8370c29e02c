import { all, get, type Row, signedInRoles } from './row.ts'

export const libraryRows: Record<string, Row> = {
  getLibrary: { ...get(() => '/api/library'), expect: signedInRoles(200) },
  listLikedTracks: { ...get(() => '/api/library/likes'), expect: signedInRoles(200) },
  listLibraryPlaylists: { ...get(() => '/api/library/playlists'), expect: signedInRoles(200) },
  listHistory: { ...get(() => '/api/library/history'), expect: signedInRoles(200) },
  listFollowedTracks: { ...get(() => '/api/library/following'), expect: signedInRoles(200) },
  savePlaylist: {
    request: ({ playlistId }) => ({ method: 'PUT', path: `/api/library/playlists/${playlistId}` }),
    expect: all(401, 204, 400, 204),
    unlisted: all(401, 204, 400, 204),
    private: all(401, 404, 400, 204),
  },
  removeSavedPlaylist: {
    request: ({ playlistId }) => ({
      method: 'DELETE',
      path: `/api/library/playlists/${playlistId}`,
    }),
    expect: signedInRoles(204),
    private: all(401, 404, 204, 204),
  },
  recordListen: {
    request: ({ trackId }) => ({
      method: 'POST',
      path: '/api/library/history',
      body: { trackId },
    }),
    expect: signedInRoles(204),
    unlisted: signedInRoles(204),
    private: all(401, 404, 204, 204),
  },
  recordScrobble: {
    request: ({ trackId }) => ({
      method: 'POST',
      path: '/api/player/scrobbles',
      body: { trackId },
    }),
    expect: signedInRoles(204),
    unlisted: signedInRoles(204),
    private: all(401, 404, 204, 204),
  },
  clearHistory: {
    request: () => ({ method: 'DELETE', path: '/api/library/history' }),
    expect: signedInRoles(204),
  },
  setHistoryEnabled: {
    request: () => ({
      method: 'PUT',
      path: '/api/library/history-enabled',
      body: { enabled: false },
    }),
    expect: signedInRoles(200),
  },
  markFollowingSeen: {
    request: () => ({ method: 'PUT', path: '/api/library/following-seen' }),
    expect: signedInRoles(204),
  },
  listNotifications: { ...get(() => '/api/notifications'), expect: signedInRoles(200) },
  markNotificationsSeen: {
    request: () => ({ method: 'PUT', path: '/api/notifications/seen' }),
    expect: signedInRoles(204),
  },
  getNotificationSettings: {
    ...get(() => '/api/notifications/settings'),
    expect: signedInRoles(200),
  },
  saveNotificationSettings: {
    request: () => ({
      method: 'PUT',
      path: '/api/notifications/settings',
      body: { kinds: { like: false } },
    }),
    expect: signedInRoles(200),
  },
  listStartedTracks: { ...get(() => '/api/player/started'), expect: signedInRoles(200) },
  getPlayerState: { ...get(() => '/api/player/state'), expect: signedInRoles(200) },
  savePlayerState: {
    request: () => ({
      method: 'PUT',
      path: '/api/player/state',
      body: {
        version: 0,
        deviceId: null,
        playing: false,
        position: 0,
        tracks: [],
        index: -1,
        added: [],
        original: null,
        source: null,
        repeat: 'off',
        resume: [],
      },
    }),
    expect: signedInRoles(200),
  },
}
