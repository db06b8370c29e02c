import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Privacy } from '#contract/fields.ts'
import { audioAnalyses } from './database/schema.ts'
import { type Caller, startTestApp, type TestApp } from './testing/app.ts'
import { makePlaylist, makeReport, makeTrack, makeUpload, makeUser } from './testing/factories.ts'

/**
 * Who may do what, as a table with a row for every route: a route without a row fails. Each request gets
 * its own fixtures, so that rows do not affect each other.
 */
const roles = ['visitor', 'otherUser', 'owner', 'administrator'] as const
type Role = (typeof roles)[number]
type Resources = {
  trackId: string
  slug: string
  playlistId: string
  ownerId: string
  callerId: string
  otherTrackId: string
  objectPath: string
  reportedId: string
}
type Row = {
  request(resources: Resources): { method: string; path: string; body?: unknown }
  /** By role, for a public resource; by privacy where that matters. */
  expect: Record<Role, number>
  unlisted?: Record<Role, number>
  private?: Record<Role, number>
}

const all = (visitor: number, otherUser: number, owner: number, administrator: number) => ({
  visitor,
  otherUser,
  owner,
  administrator,
})
const allRoles = (status: number) => all(status, status, status, status)
const vis = { expect: allRoles(200), unlisted: allRoles(200), private: all(404, 404, 200, 200) }
/** For owner and administrator; for others a private resource does not exist. */
const managed = (done: number) => ({
  expect: all(401, 403, done, done),
  unlisted: all(401, 403, done, done),
  private: all(401, 404, done, done),
})
const owned = (done: number, administrator = 403) => ({
  expect: all(401, 403, done, administrator),
  private: all(401, 404, done, administrator),
})
const get = (path: (resources: Resources) => string) => ({
  request: (resources: Resources) => ({ method: 'GET', path: path(resources) }),
})

const newPasskey = {
  name: 'Phone',
  response: {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: 'x', attestationObject: 'x' },
  },
}

const table: Record<string, Row> = {
  getCurrentUser: { ...get(() => '/api/auth/user'), expect: all(401, 200, 200, 200) },
  getAccount: { ...get(() => '/api/account'), expect: signedInRoles(200) },
  changePassword: {
    // Only users of the built-in provider have a password here.
    request: () => ({
      method: 'PUT',
      path: '/api/account/password',
      body: { currentPassword: 'old', newPassword: 'correct horse battery' },
    }),
    expect: signedInRoles(404),
  },
  changeEmail: {
    request: () => ({
      method: 'PUT',
      path: '/api/account/email',
      body: { email: 'new@example.org', password: 'old' },
    }),
    expect: signedInRoles(404),
  },
  sendVerification: {
    request: () => ({ method: 'POST', path: '/api/account/email/verification' }),
    expect: signedInRoles(404),
  },
  createResetLink: {
    request: ({ ownerId }) => ({ method: 'POST', path: `/api/users/${ownerId}/reset-link` }),
    expect: all(401, 403, 403, 404),
  },
  getMailStatus: { ...get(() => '/api/admin/mail'), expect: all(401, 403, 403, 200) },
  listSessions: { ...get(() => '/api/account/sessions'), expect: signedInRoles(200) },
  endSession: {
    request: () => ({ method: 'DELETE', path: `/api/account/sessions/${'x'.repeat(43)}` }),
    expect: signedInRoles(404),
  },
  endOtherSessions: {
    request: () => ({ method: 'DELETE', path: '/api/account/sessions' }),
    expect: signedInRoles(204),
  },
  listPasskeys: { ...get(() => '/api/account/passkeys'), expect: signedInRoles(200) },
  // Only users of the built-in provider have passkeys here.
  startPasskey: {
    request: () => ({ method: 'POST', path: '/api/account/passkeys/options' }),
    expect: signedInRoles(404),
  },
  addPasskey: {
    request: () => ({ method: 'POST', path: '/api/account/passkeys', body: newPasskey }),
    expect: signedInRoles(404),
  },
  renamePasskey: {
    request: () => ({
      method: 'PUT',
      path: `/api/account/passkeys/${randomUUID()}`,
      body: { name: 'Phone' },
    }),
    expect: signedInRoles(404),
  },
  deletePasskey: {
    request: () => ({ method: 'DELETE', path: `/api/account/passkeys/${randomUUID()}` }),
    expect: signedInRoles(404),
  },
  requestExport: {
    request: () => ({ method: 'POST', path: '/api/account/export' }),
    expect: signedInRoles(202),
  },
  getExport: { ...get(() => '/api/account/export'), expect: signedInRoles(200) },
  downloadExport: {
    ...get(() => `/api/account/export/${'x'.repeat(43)}`),
    expect: signedInRoles(404),
  },
  deleteAccount: {
    request: () => ({ method: 'DELETE', path: '/api/account', body: { username: 'x' } }),
    expect: signedInRoles(400),
  },
  login: { ...get(() => '/api/login'), expect: allRoles(302) },
  callback: { ...get(() => '/api/callback?state=x&code=y'), expect: allRoles(400) },
  logout: { ...get(() => '/api/logout'), expect: allRoles(302) },
  sendFile: {
    request: () => ({ method: 'PUT', path: `${pathOf(uploadUrl)}changed`, body: {} }),
    expect: allRoles(403),
  },
  listTracks: { ...get(() => '/api/tracks'), expect: allRoles(200) },
  discover: { ...get(() => '/api/discover'), expect: allRoles(200) },
  listSection: { ...get(() => '/api/discover/recent'), expect: allRoles(200) },
  listGenres: { ...get(() => '/api/genres'), expect: allRoles(200) },
  listGenreTracks: { ...get(() => '/api/genres/jazz/tracks'), expect: allRoles(200) },
  listPlaylists: { ...get(() => '/api/playlists'), expect: allRoles(200) },
  search: { ...get(() => '/api/search?q=salt'), expect: allRoles(200) },
  getTrack: { ...get(({ slug }) => `/api/tracks/slug/${slug}`), ...vis },
  getTrackArtwork: { ...get(({ trackId }) => `/api/tracks/${trackId}/artwork`), ...vis },
  getTrackAudio: { ...get(({ trackId }) => `/api/tracks/${trackId}/audio`), ...vis },
  getTrackWaveform: { ...get(({ trackId }) => `/api/tracks/${trackId}/waveform`), ...vis },
  listSimilarTracks: { ...get(({ trackId }) => `/api/tracks/${trackId}/similar`), ...vis },
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
  recordHearing: {
    request: ({ trackId }) => ({
      method: 'POST',
      path: '/api/library/history',
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
  listAudit: { ...get(() => '/api/admin/audit'), expect: all(401, 403, 403, 200) },
  listReports: { ...get(() => '/api/admin/reports'), expect: all(401, 403, 403, 200) },
  countReports: { ...get(() => '/api/admin/reports/count'), expect: all(401, 403, 403, 200) },
  decideReport: {
    request: ({ reportedId }) => ({
      method: 'POST',
      path: `/api/admin/reports/${reportedId}/decision`,
      body: { decision: 'dismiss' },
    }),
    expect: all(401, 403, 403, 200),
  },
  undoDecision: {
    // Nothing is decided yet.
    request: ({ reportedId }) => ({
      method: 'DELETE',
      path: `/api/admin/reports/${reportedId}/decision`,
    }),
    expect: all(401, 403, 403, 409),
  },
  playTrack: {
    request: ({ trackId }) => ({ method: 'POST', path: `/api/tracks/${trackId}/play` }),
    ...vis,
  },
  likeTrack: {
    request: ({ trackId }) => ({ method: 'POST', path: `/api/tracks/${trackId}/like` }),
    expect: all(401, 200, 200, 200),
    unlisted: all(401, 200, 200, 200),
    private: all(401, 404, 200, 200),
  },
  requestUpload: {
    request: () => ({ method: 'POST', path: '/api/objects/upload' }),
    expect: all(401, 200, 200, 200),
  },
  registerAudio: registering('/api/tracks/audio', 'audioURL'),
  registerArtwork: registering('/api/tracks/artwork', 'artworkURL'),
  registerCover: registering('/api/playlists/cover', 'coverURL'),
  setProfileImage: registering('/api/users/profile-image', 'imageURL'),
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
    ...managed(200),
  },
  replaceTrackArtwork: {
    // The image belongs to another user: callers who may edit the track get 403 for it.
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
    ...managed(204),
  },
  listUsers: { ...get(() => '/api/users'), expect: all(401, 403, 403, 200) },
  getAnalytics: { ...get(() => '/api/admin/analytics'), expect: all(401, 403, 403, 200) },
  getStorage: { ...get(() => '/api/admin/storage'), expect: all(401, 403, 403, 200) },
  getIdentityProvider: {
    ...get(() => '/api/admin/identity-provider'),
    expect: all(401, 403, 403, 200),
  },
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
  },
  updateUserAsAdmin: {
    request: ({ ownerId }) => ({
      method: 'PUT',
      path: `/api/users/${ownerId}/admin`,
      body: { bio: 'Hello' },
    }),
    expect: all(401, 403, 403, 200),
  },
  deleteUserAsAdmin: {
    request: ({ ownerId }) => ({ method: 'DELETE', path: `/api/users/${ownerId}/admin` }),
    expect: all(401, 403, 403, 204),
  },
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

/** Another user's upload does not exist, even for the administrator. */
function registering(path: string, field: string): Row {
  return {
    request: () => ({ method: 'PUT', path, body: { [field]: uploadUrl } }),
    expect: all(401, 404, 404, 404),
  }
}
function signedInRoles(status: number) {
  return all(401, status, status, status)
}

const pathOf = (url: string) => url.slice(new URL(url).origin.length)

let uploadUrl = ''
let test: TestApp

beforeAll(async () => {
  test = await startTestApp({ env: { ADMIN_EMAILS: 'boss@example.org' } })
  const user = await makeUser(test.postgres.db)
  const issued = await (await test.as(user))('POST', '/api/objects/upload')
  uploadUrl = ((await issued.json()) as { uploadURL: string }).uploadURL
})
afterAll(() => test.close())

describe('authorization', () => {
  it('the authorization table has a row for every route', async () => {
    const { paths } = (await (await test.visitor('GET', '/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const served = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect([...new Set(served)].sort()).toEqual(Object.keys(table).sort())
  })

  for (const [call, row] of Object.entries(table))
    for (const privacy of ['public', 'unlisted', 'private'] as const) {
      const expected = privacy === 'public' ? row.expect : row[privacy]
      if (!expected) continue
      it(`${call} on a ${privacy} resource returns ${roles.map((role) => `${expected[role]} to the ${role}`).join(', ')}`, async () => {
        const statuses: Partial<Record<Role, number>> = {}
        for (const role of roles) statuses[role] = await tryAs(role, row, privacy)
        expect(statuses).toEqual(expected)
      })
    }
})

async function tryAs(role: Role, row: Row, privacy: Privacy): Promise<number> {
  const { db } = test.postgres
  const owner = await makeUser(db)
  const track = await makeTrack(db, owner.id, { privacy })
  await test.store.write(track.audioUrl.replace('/objects/', ''), Buffer.from('sound'), {
    contentType: 'audio/mpeg',
  })
  await db.insert(audioAnalyses).values({
    trackId: track.id,
    state: 'ready',
    sampleRate: 44_100,
    samplesPerBin: 1,
    peaks: Buffer.alloc(2),
  })
  const otherTrack = await makeTrack(db, owner.id)
  const playlist = await makePlaylist(db, owner.id, [track.id], { privacy })
  const { caller, callerId } = await callerFor(role, owner)
  const { objectPath } = callerId
    ? await makeUpload(db, callerId, 'audio')
    : { objectPath: '/objects/audio/x' }
  const resources: Resources = {
    trackId: track.id,
    slug: track.slug,
    playlistId: playlist.id,
    ownerId: owner.id,
    callerId,
    otherTrackId: otherTrack.id,
    objectPath,
    reportedId: await makeReport(db, { trackId: otherTrack.id }),
  }
  const { method, path, body } = row.request(resources)
  const response = await caller(method, path, body === undefined ? {} : { body })
  await response.arrayBuffer()
  return response.status
}

async function callerFor(
  role: Role,
  owner: { id: string },
): Promise<{ caller: Caller; callerId: string }> {
  if (role === 'visitor') return { caller: test.visitor, callerId: '' }
  if (role === 'owner') return { caller: await test.as(owner), callerId: owner.id }
  const account = role === 'otherUser' ? await makeUser(test.postgres.db) : await administrator()
  return { caller: await test.as(account), callerId: account.id }
}

let adminUser: { id: string } | undefined
async function administrator() {
  adminUser ??= await makeUser(test.postgres.db, { email: 'boss@example.org', emailVerified: true })
  return adminUser
}
