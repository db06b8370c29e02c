import { randomUUID } from 'node:crypto'
import {
  all,
  allRoles,
  editable,
  get,
  ownerOnly,
  type Row,
  registering,
  signedInRoles,
  viewable,
} from './row.ts'

const pathOf = (url: string) => url.slice(new URL(url).origin.length)

export const trackRows: Record<string, Row> = {
  listTracks: { ...get(() => '/api/tracks'), expect: allRoles(200) },
  discover: { ...get(() => '/api/discover'), expect: allRoles(200) },
  listSection: { ...get(() => '/api/discover/recent'), expect: allRoles(200) },
  listGenres: { ...get(() => '/api/genres'), expect: allRoles(200) },
  listGenreTracks: { ...get(() => '/api/genres/jazz/tracks'), expect: allRoles(200) },
  listReleases: { ...get(() => '/api/releases'), expect: allRoles(200) },
  listPlaylists: { ...get(() => '/api/playlists'), expect: allRoles(200) },
  search: { ...get(() => '/api/search?q=salt'), expect: allRoles(200) },
  sendFile: {
    request: ({ uploadUrl }) => ({ method: 'PUT', path: `${pathOf(uploadUrl)}changed`, body: {} }),
    expect: allRoles(403),
  },
  getTrack: { ...get(({ slug }) => `/api/tracks/slug/${slug}`), ...viewable },
  getTrackArtwork: { ...get(({ trackId }) => `/api/tracks/${trackId}/artwork`), ...viewable },
  getTrackAudio: { ...get(({ trackId }) => `/api/tracks/${trackId}/audio`), ...viewable },
  analyzeAudio: {
    request: ({ objectPath }) => ({
      method: 'POST',
      path: '/api/tracks/audio/analysis',
      body: { audioUrl: objectPath },
    }),
    expect: signedInRoles(200),
  },
  replaceTrackAudio: {
    request: ({ trackId, objectPath }) => ({
      method: 'PUT',
      path: `/api/tracks/${trackId}/audio`,
      body: { audioUrl: objectPath },
    }),
    ...ownerOnly(200),
    unlisted: all(401, 403, 200, 403),
  },
  listTrackVersions: {
    ...get(({ trackId }) => `/api/tracks/${trackId}/versions`),
    ...editable(200),
  },
  getVersionAudio: {
    ...get(({ trackId, versionId }) => `/api/tracks/${trackId}/versions/${versionId}/audio`),
    ...editable(200),
  },
  restoreTrackVersion: {
    request: ({ trackId, versionId }) => ({
      method: 'POST',
      path: `/api/tracks/${trackId}/versions/${versionId}/restore`,
    }),
    ...ownerOnly(200),
    unlisted: all(401, 403, 200, 403),
  },
  deleteTrackVersion: {
    request: ({ trackId, versionId }) => ({
      method: 'DELETE',
      path: `/api/tracks/${trackId}/versions/${versionId}`,
    }),
    ...ownerOnly(204),
    unlisted: all(401, 403, 204, 403),
  },
  downloadTrack: {
    // Without the owner's permission.
    ...get(({ trackId }) => `/api/tracks/${trackId}/download`),
    expect: all(403, 403, 200, 403),
    unlisted: all(403, 403, 200, 403),
    private: all(404, 404, 200, 403),
  },
  getTrackWaveform: { ...get(({ trackId }) => `/api/tracks/${trackId}/waveform`), ...viewable },
  listSimilarTracks: { ...get(({ trackId }) => `/api/tracks/${trackId}/similar`), ...viewable },
  createReport: {
    request: ({ trackId }) => ({
      method: 'POST',
      path: '/api/reports',
      body: { kind: 'track', id: trackId, reason: 'spam' },
    }),
    expect: all(401, 201, 403, 201),
    unlisted: all(401, 201, 403, 201),
    private: all(401, 404, 403, 201),
  },
  playTrack: {
    request: ({ trackId }) => ({ method: 'POST', path: `/api/tracks/${trackId}/play` }),
    ...viewable,
  },
  getTrackStats: {
    ...get(({ trackId }) => `/api/tracks/${trackId}/stats`),
    ...ownerOnly(200),
    unlisted: all(401, 403, 200, 403),
  },
  getMyStats: { ...get(() => '/api/users/me/stats'), expect: signedInRoles(200) },
  recordRetention: {
    request: ({ trackId }) => ({
      method: 'POST',
      path: `/api/tracks/${trackId}/retention`,
      body: { listenId: crypto.randomUUID(), position: 0 },
    }),
    expect: allRoles(204),
    unlisted: allRoles(204),
    private: all(404, 404, 204, 204),
  },
  likeTrack: {
    request: ({ trackId }) => ({ method: 'POST', path: `/api/tracks/${trackId}/like` }),
    expect: all(401, 200, 200, 200),
    blocked: 403,
    unlisted: all(401, 200, 200, 200),
    private: all(401, 404, 200, 200),
  },
  requestUpload: {
    request: () => ({ method: 'POST', path: '/api/objects/upload' }),
    expect: all(401, 200, 200, 200),
  },
  requestUploadPart: {
    // Nobody has this upload.
    request: () => ({
      method: 'POST',
      path: `/api/objects/upload/${randomUUID()}/parts`,
      body: { partNumber: 1 },
    }),
    expect: all(401, 404, 404, 404),
  },
  listUploadParts: {
    ...get(() => `/api/objects/upload/${randomUUID()}/parts`),
    expect: all(401, 404, 404, 404),
  },
  listPublishedFiles: {
    ...get(() => '/api/objects/published?sizes=1'),
    expect: signedInRoles(200),
  },
  registerAudio: registering('/api/tracks/audio', 'audioURL'),
  registerArtwork: registering('/api/tracks/artwork', 'artworkURL'),
  createTrack: {
    request: ({ objectPath }) => ({
      method: 'POST',
      path: '/api/tracks',
      body: { title: 'New', audioUrl: objectPath },
    }),
    expect: all(401, 201, 201, 201),
  },
  updateTrack: {
    request: ({ trackId }) => ({
      method: 'PUT',
      path: `/api/tracks/${trackId}`,
      body: { title: 'Changed' },
    }),
    ...editable(200),
  },
  replaceTrackArtwork: {
    // The image does not exist: callers who may edit the track get 404 for it.
    request: ({ trackId }) => ({
      method: 'PUT',
      path: `/api/tracks/${trackId}/artwork`,
      body: { artworkPath: `/objects/images/${randomUUID()}` },
    }),
    expect: all(401, 403, 404, 404),
    private: signedInRoles(404),
  },
  deleteTrack: {
    request: ({ trackId }) => ({ method: 'DELETE', path: `/api/tracks/${trackId}` }),
    ...editable(204),
  },
}
