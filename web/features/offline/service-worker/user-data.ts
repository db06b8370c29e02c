import { registerRoute } from 'workbox-routing/registerRoute.js'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { sessionPath, userCacheName, userCacheNames } from '#web/lib/offline-caches.ts'
import { deleteOtherRecords, draftsPrefix, uploadDrafts } from '#web/lib/stored-records.ts'
import { deleteSharedFile, deleteSharedFileOfOthers } from './share-target.ts'

declare const self: ServiceWorkerGlobalScope

const logoutPath = urlFor(routes.logout)

/**
 * Deletes a user's data when they sign out in this browser, and when the server says that no user, or another one, is
 * signed in. Drafts of uploads outlive an expired session, but not another user.
 */
export function registerUserData(onDeleted: () => void) {
  async function deleteAllExcept(userId?: string) {
    const names = await userCacheNames()
    const others = names.filter((name) => !userId || name !== userCacheName(userId))
    await Promise.all(others.map((name) => caches.delete(name)))
    if (others.length > 0) onDeleted()
  }

  self.addEventListener('fetch', (event) => {
    if (isLogout(event.request))
      event.waitUntil(
        Promise.all([
          deleteAllExcept(),
          deleteSharedFile(),
          indexedDB.deleteDatabase(uploadDrafts),
        ]),
      )
  })

  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname === sessionPath,
    async ({ request, event }) => {
      const response = await fetch(request).catch(() => undefined)
      if (!response) return (await caches.match(sessionPath)) ?? Response.error()
      const userId = await userIdIn(response)
      if (userId !== undefined)
        await Promise.all([deleteAllExcept(userId), deleteSharedFileOfOthers(userId)])
      if (userId) event.waitUntil(deleteOtherRecords(uploadDrafts, draftsPrefix(userId)))
      // On a full device it is not known offline who is signed in, but they are.
      if (userId) await storeSession(userId, response.clone()).catch(() => {})
      return response
    },
  )
}

async function storeSession(userId: string, response: Response) {
  const cache = await caches.open(userCacheName(userId))
  await cache.put(sessionPath, response)
}

/** As of the last response of the server; empty for a visitor. */
export async function lastUserId(): Promise<string> {
  const session = await caches.match(sessionPath)
  return (session && (await userIdIn(session))) ?? ''
}

/** Links of other sites lead to a confirmation page. */
function isLogout({ mode, url, referrer }: Request): boolean {
  return (
    mode === 'navigate' &&
    new URL(url).pathname === logoutPath &&
    referrer.startsWith(`${self.location.origin}/`)
  )
}

/** Empty if no user is signed in, undefined if the response does not say. */
async function userIdIn(response: Response): Promise<string | undefined> {
  if (response.status === 204 || response.status === 401) return ''
  if (response.status !== 200) return undefined
  const { id } = (await response.clone().json()) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}
