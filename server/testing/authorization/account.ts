import { randomUUID } from 'node:crypto'
import { examplePush } from '../push-receiver.ts'
import { all, allRoles, get, type Row, signedInRoles } from './row.ts'

const newPasskey = {
  name: 'Phone',
  response: {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: 'x', attestationObject: 'x' },
  },
}

export const accountRows: Record<string, Row> = {
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
  listOwnCredits: { ...get(() => '/api/account/credits'), expect: signedInRoles(200) },
  decideCredit: {
    request: () => ({
      method: 'PUT',
      path: `/api/account/credits/${randomUUID()}`,
      body: { accepted: true },
    }),
    expect: signedInRoles(404),
  },
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
  listAppPasswords: { ...get(() => '/api/account/app-passwords'), expect: signedInRoles(200) },
  createAppPassword: {
    request: () => ({
      method: 'POST',
      path: '/api/account/app-passwords',
      body: { name: 'Phone' },
    }),
    expect: signedInRoles(201),
  },
  deleteAppPassword: {
    request: () => ({ method: 'DELETE', path: `/api/account/app-passwords/${randomUUID()}` }),
    expect: signedInRoles(404),
  },
  listApiTokens: { ...get(() => '/api/account/tokens'), expect: signedInRoles(200) },
  createApiToken: {
    request: () => ({
      method: 'POST',
      path: '/api/account/tokens',
      body: { name: 'Script', scopes: ['read'] },
    }),
    expect: signedInRoles(201),
  },
  deleteApiToken: {
    request: () => ({ method: 'DELETE', path: `/api/account/tokens/${randomUUID()}` }),
    expect: signedInRoles(404),
  },
  getPush: { ...get(() => '/api/account/push'), expect: signedInRoles(200) },
  savePush: {
    request: () => ({
      method: 'PUT',
      path: '/api/account/push',
      body: examplePush,
    }),
    expect: signedInRoles(200),
  },
  deletePush: {
    request: () => ({ method: 'DELETE', path: '/api/account/push' }),
    expect: signedInRoles(200),
  },
  getScrobbling: { ...get(() => '/api/account/scrobbling'), expect: signedInRoles(200) },
  // The token is checked at the service, which this site must not reach.
  connectScrobbling: {
    request: () => ({
      method: 'PUT',
      path: '/api/account/scrobbling/listenbrainz',
      body: { token: 'x', url: 'http://127.0.0.1:9' },
    }),
    expect: signedInRoles(400),
  },
  disconnectScrobbling: {
    request: () => ({ method: 'DELETE', path: '/api/account/scrobbling/listenbrainz' }),
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
}
