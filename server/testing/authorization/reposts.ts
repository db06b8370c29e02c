import { all, get, type Resources, type Row, signedInRoles, viewable } from './row.ts'

const trackUrl = ({ trackId }: Resources) => `/api/tracks/${trackId}/repost`
const releaseUrl = ({ releaseId }: Resources) => `/api/playlists/${releaseId}/repost`

/** 400: own things. 409: what is not public. A block in either direction refuses; undoing stays possible. */
const rows = (url: (resources: Resources) => string) => ({
  state: { ...get(url), ...viewable },
  repost: {
    request: (resources: Resources) => ({ method: 'PUT', path: url(resources) }),
    expect: all(401, 200, 400, 200),
    unlisted: all(401, 409, 400, 409),
    private: all(401, 404, 400, 409),
    blocked: 403,
    blocking: 403,
  },
  undo: {
    request: (resources: Resources) => ({ method: 'DELETE', path: url(resources) }),
    expect: signedInRoles(200),
    unlisted: signedInRoles(200),
    private: all(401, 404, 200, 200),
  },
})

const [track, release] = [rows(trackUrl), rows(releaseUrl)]

export const repostRows: Record<string, Row> = {
  getTrackRepost: track.state,
  repostTrack: track.repost,
  undoTrackRepost: track.undo,
  getPlaylistRepost: release.state,
  repostPlaylist: release.repost,
  undoPlaylistRepost: release.undo,
  listReposts: {
    ...get(({ ownerId }) => `/api/users/${ownerId}/reposts`),
    expect: all(200, 200, 200, 200),
  },
}
