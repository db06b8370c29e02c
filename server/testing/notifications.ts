import { expect } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import type { Caller } from './app.ts'
import { makeUser } from './factories.ts'
import type { TestSite } from './test-site.ts'

export type Listed = { unread: number; notifications: Notification[] }

/** Users of the site, what they do that others are told of, and what they are told. */
export function notificationsOf(site: TestSite) {
  async function listOf(call: Caller, query = '') {
    const response = await call('GET', `/api/notifications${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as Listed
  }
  return {
    listOf,
    kindsOf: async (call: Caller) =>
      (await listOf(call)).notifications.map(({ kind, detail, item }) => [kind, detail, item?.id]),
    async newUser(displayName?: string) {
      const user = await makeUser(site.db, displayName === undefined ? {} : { displayName })
      return { user, call: await site.as(user) }
    },
    like: (call: Caller, trackId: string) =>
      call('POST', `/api/tracks/${trackId}/like`, { body: {} }),
    follow: (call: Caller, userId: string) =>
      call('POST', `/api/users/${userId}/follow`, { body: {} }),
    put: (call: Caller, id: string, body: object) => call('PUT', `/api/tracks/${id}`, { body }),
  }
}
