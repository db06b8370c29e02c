import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'

/** What pages and the service worker agree on. */

/** One cache per person, with everything of theirs that is stored on this device. Its name ends with their id. */
const personCachePrefix = 'person-'
/** The page's first request: who is signed in. */
export const sessionPath = urlFor(routes.getCurrentUser)
/** A broadcast channel: what is stored has changed. */
export const storedChanged = 'stored-items'
/** The version of a stored audio file, as in the `v` of its URL. */
export const versionHeader = 'x-audio-version'

export const personCacheName = (userId: string) => personCachePrefix + userId

export async function personCacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(personCachePrefix))
}
