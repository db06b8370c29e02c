import { randomUUID } from 'node:crypto'
import { administratorOnly, get, type Row } from './row.ts'

export const adminRows: Record<string, Row> = {
  listInvites: { ...get(() => '/api/admin/invites'), expect: administratorOnly(200) },
  createInvite: {
    request: () => ({ method: 'POST', path: '/api/admin/invites', body: { uses: 1 } }),
    expect: administratorOnly(201),
  },
  revokeInvite: {
    request: () => ({ method: 'DELETE', path: `/api/admin/invites/${randomUUID()}` }),
    // No invite has this id.
    expect: administratorOnly(404),
  },
  suspendUser: {
    request: ({ ownerId }) => ({
      method: 'POST',
      path: `/api/admin/users/${ownerId}/suspension`,
      body: { reason: 'Spam' },
    }),
    expect: administratorOnly(200),
  },
  liftSuspension: {
    request: ({ ownerId }) => ({
      method: 'DELETE',
      path: `/api/admin/users/${ownerId}/suspension`,
    }),
    // The user is not suspended.
    expect: administratorOnly(409),
  },
  createResetLink: {
    request: ({ ownerId }) => ({ method: 'POST', path: `/api/users/${ownerId}/reset-link` }),
    expect: administratorOnly(404),
  },
  getMailStatus: { ...get(() => '/api/admin/mail'), expect: administratorOnly(200) },
  listAudit: { ...get(() => '/api/admin/audit'), expect: administratorOnly(200) },
  listReports: { ...get(() => '/api/admin/reports'), expect: administratorOnly(200) },
  countReports: { ...get(() => '/api/admin/reports/count'), expect: administratorOnly(200) },
  listReportsOfItem: {
    ...get(({ reportedId }) => `/api/admin/reports/${reportedId}/reports`),
    expect: administratorOnly(200),
  },
  decideReport: {
    request: ({ reportedId }) => ({
      method: 'POST',
      path: `/api/admin/reports/${reportedId}/decision`,
      body: { decision: 'dismiss' },
    }),
    expect: administratorOnly(200),
  },
  undoDecision: {
    // Nothing is decided yet.
    request: ({ reportedId }) => ({
      method: 'DELETE',
      path: `/api/admin/reports/${reportedId}/decision`,
    }),
    expect: administratorOnly(409),
  },
  listUsers: { ...get(() => '/api/users'), expect: administratorOnly(200) },
  getAnalytics: { ...get(() => '/api/admin/analytics'), expect: administratorOnly(200) },
  getStorage: { ...get(() => '/api/admin/storage'), expect: administratorOnly(200) },
  getIdentityProvider: {
    ...get(() => '/api/admin/identity-provider'),
    expect: administratorOnly(200),
  },
  updateUserAsAdmin: {
    request: ({ ownerId }) => ({
      method: 'PUT',
      path: `/api/users/${ownerId}/admin`,
      body: { bio: 'Hello' },
    }),
    expect: administratorOnly(200),
  },
  deleteUserAsAdmin: {
    request: ({ ownerId }) => ({ method: 'DELETE', path: `/api/users/${ownerId}/admin` }),
    expect: administratorOnly(204),
  },
}
