import { all, allRoles, get, type Resources, type Row, signedInRoles } from './row.ts'

/** Links belong to their owner: for others, administrators included, they do not exist. */
const ofLink = (status: number) => all(401, 404, status, 404)
/** With the token anybody gets the item, whatever its privacy; without it, privacy decides. */
const shared = (status: number) => ({
  expect: allRoles(status),
  unlisted: allRoles(status),
  private: allRoles(status),
})
const linkUrl = ({ share }: Resources) => `/api/share-links/${share.id}`
const noteUrl = (resources: Resources) => `${linkUrl(resources)}/notes/${resources.share.noteId}`
const shareUrl = ({ share }: Resources) => `/api/share/${share.token}`
const trackUrl = (resources: Resources) => `${shareUrl(resources)}/tracks/${resources.trackId}`

export const shareRows: Record<string, Row> = {
  listShareLinks: { ...get(() => '/api/share-links'), expect: signedInRoles(200) },
  createShareLink: {
    request: ({ trackId }) => ({
      method: 'POST',
      path: '/api/share-links',
      body: { trackId, name: 'For the label' },
    }),
    // What is public needs no link.
    expect: all(401, 403, 409, 403),
    unlisted: all(401, 403, 201, 403),
    private: all(401, 404, 201, 403),
  },
  updateShareLink: {
    request: (resources) => ({ method: 'PUT', path: linkUrl(resources), body: { name: 'Radio' } }),
    expect: ofLink(200),
  },
  deleteShareLink: {
    request: (resources) => ({ method: 'DELETE', path: linkUrl(resources) }),
    expect: ofLink(204),
  },
  listShareNotes: { ...get((resources) => `${linkUrl(resources)}/notes`), expect: ofLink(200) },
  updateShareNote: {
    request: (resources) => ({ method: 'PUT', path: noteUrl(resources), body: { done: true } }),
    expect: ofLink(200),
  },
  deleteShareNote: {
    request: (resources) => ({ method: 'DELETE', path: noteUrl(resources) }),
    expect: ofLink(204),
  },
  getShare: { ...get(shareUrl), ...shared(200) },
  getShareArtwork: { ...get((resources) => `${shareUrl(resources)}/artwork`), ...shared(200) },
  // Without the owner's permission.
  downloadShare: { ...get((resources) => `${shareUrl(resources)}/download`), ...shared(403) },
  createShareNote: {
    request: (resources) => ({
      method: 'POST',
      path: `${shareUrl(resources)}/notes`,
      body: { trackId: resources.trackId, position: 1, name: 'Jo', text: 'Louder.' },
    }),
    ...shared(201),
    blocked: 403,
  },
  getSharedAudio: { ...get((resources) => `${trackUrl(resources)}/audio`), ...shared(200) },
  getSharedWaveform: { ...get((resources) => `${trackUrl(resources)}/waveform`), ...shared(200) },
  getSharedArtwork: { ...get((resources) => `${trackUrl(resources)}/artwork`), ...shared(200) },
  recordSharedRetention: {
    request: (resources) => ({
      method: 'POST',
      path: `${trackUrl(resources)}/retention`,
      body: { listenId: crypto.randomUUID(), position: 0 },
    }),
    ...shared(204),
  },
  playShared: {
    request: (resources) => ({ method: 'POST', path: `${trackUrl(resources)}/play` }),
    ...shared(204),
  },
}
