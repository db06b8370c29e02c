import type { UserSummary } from '#contract/fields.ts'
import type { ManagedUser } from '#contract/users.ts'

/** Complete users for tests: a new field of the profile is added here. */

export const testUser = (overrides: Partial<UserSummary> = {}): UserSummary => ({
  id: '7d2f3c9e-0000-4000-8000-000000000001',
  username: 'maren',
  displayName: 'Maren Holt',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  ...overrides,
})

export const testManagedUser = (overrides: Partial<ManagedUser> = {}): ManagedUser => ({
  ...testUser(),
  email: 'maren@example.org',
  bio: null,
  location: null,
  website: null,
  fediverse: null,
  hideCounts: false,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
  suspendedAt: null,
  isAdmin: false,
  hasPassword: true,
  ...overrides,
})
