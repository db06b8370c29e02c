/**
 * Method and path of every API route, in Fastify's syntax. Free of zod, so that the browser can build
 * requests and URLs without loading the schemas: `request(routes.likeTrack, …)`. The definition of
 * the same name in `<resource>.ts` adds schemas, access and statuses.
 */

export const getCurrentUser = 'GET /api/auth/user'
export const login = 'GET /api/login'
export const callback = 'GET /api/callback'
export const logout = 'GET /api/logout'

export const discover = 'GET /api/discover'
export const listSection = 'GET /api/discover/:section'
export const listGenres = 'GET /api/genres'
export const listGenreTracks = 'GET /api/genres/:genre/tracks'

export const search = 'GET /api/search'

export const listTracks = 'GET /api/tracks'
export const getTrack = 'GET /api/tracks/slug/:slug'
export const getTrackAudio = 'GET /api/tracks/:id/audio'
export const getTrackWaveform = 'GET /api/tracks/:id/waveform'
export const getTrackArtwork = 'GET /api/tracks/:id/artwork'
export const playTrack = 'POST /api/tracks/:id/play'
export const likeTrack = 'POST /api/tracks/:id/like'
export const createTrack = 'POST /api/tracks'
export const updateTrack = 'PUT /api/tracks/:id'
export const replaceTrackArtwork = 'PUT /api/tracks/:id/artwork'
export const deleteTrack = 'DELETE /api/tracks/:id'

export const listUsers = 'GET /api/users'
export const getProfile = 'GET /api/users/:id'
export const getUserAvatar = 'GET /api/users/:id/avatar'
export const listUserTracks = 'GET /api/users/:id/tracks'
export const listUserPlaylists = 'GET /api/users/:id/playlists'
export const listFollowers = 'GET /api/users/:id/followers'
export const listFollowing = 'GET /api/users/:id/following'
export const updateProfile = 'PUT /api/users/profile'
export const followUser = 'POST /api/users/:id/follow'
export const updateUserAsAdmin = 'PUT /api/users/:id/admin'
export const deleteUserAsAdmin = 'DELETE /api/users/:id/admin'

export const listPlaylists = 'GET /api/playlists'
export const createPlaylist = 'POST /api/playlists'
export const getPlaylistBySlug = 'GET /api/playlists/slug/:slug'
export const getPlaylist = 'GET /api/playlists/:id'
export const getPlaylistCover = 'GET /api/playlists/:id/cover'
export const updatePlaylist = 'PUT /api/playlists/:id'
export const deletePlaylist = 'DELETE /api/playlists/:id'
export const addPlaylistTrack = 'POST /api/playlists/:id/tracks'
export const removePlaylistTrack = 'DELETE /api/playlists/:id/tracks/:trackId'
export const reorderPlaylist = 'PUT /api/playlists/:id/reorder'

export const requestUpload = 'POST /api/objects/upload'
export const sendFile = 'PUT /api/objects/upload/*'
export const registerAudio = 'PUT /api/tracks/audio'
export const registerArtwork = 'PUT /api/tracks/artwork'
export const registerCover = 'PUT /api/playlists/cover'
export const setProfileImage = 'PUT /api/users/profile-image'

export const getAnalytics = 'GET /api/admin/analytics'
export const getIdentityProvider = 'GET /api/admin/identity-provider'
