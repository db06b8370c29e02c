import { all, allRoles, get, type Row, registering, signedInRoles } from './row.ts'

export const userRows: Record<string, Row> = {
  setProfileImage: registering('/api/users/profile-image', 'imageURL'),
  getProfile: { ...get(({ ownerId }) => `/api/users/${ownerId}`), expect: allRoles(200) },
  getUserAvatar: {
    ...get(({ ownerId }) => `/api/users/${ownerId}/avatar`),
    expect: allRoles(200),
  },
  listUserTracks: {
    ...get(({ ownerId }) => `/api/users/${ownerId}/tracks`),
    expect: allRoles(200),
  },
  listUserPlaylists: {
    ...get(({ ownerId }) => `/api/users/${ownerId}/playlists`),
    expect: allRoles(200),
  },
  listUserReleases: {
    ...get(({ ownerId }) => `/api/users/${ownerId}/releases`),
    expect: allRoles(200),
  },
  listPins: {
    ...get(({ ownerId }) => `/api/users/${ownerId}/pins`),
    expect: allRoles(200),
  },
  setPins: {
    request: () => ({ method: 'PUT', path: '/api/users/profile/pins', body: { pins: [] } }),
    expect: all(401, 200, 200, 200),
  },
  listFollowers: {
    ...get(({ ownerId }) => `/api/users/${ownerId}/followers`),
    expect: allRoles(200),
  },
  listFollowing: {
    ...get(({ ownerId }) => `/api/users/${ownerId}/following`),
    expect: allRoles(200),
  },
  updateProfile: {
    request: () => ({ method: 'PUT', path: '/api/users/profile', body: { bio: 'Hello' } }),
    expect: all(401, 200, 200, 200),
  },
  followUser: {
    request: ({ ownerId }) => ({ method: 'POST', path: `/api/users/${ownerId}/follow` }),
    expect: all(401, 200, 400, 200),
    blocked: 403,
    blocking: 403,
  },
  blockUser: {
    request: ({ ownerId }) => ({ method: 'PUT', path: `/api/users/${ownerId}/block` }),
    expect: all(401, 204, 400, 204),
  },
  unblockUser: {
    request: ({ ownerId }) => ({ method: 'DELETE', path: `/api/users/${ownerId}/block` }),
    expect: signedInRoles(204),
  },
  listBlocks: { ...get(() => '/api/account/blocks'), expect: signedInRoles(200) },
}
