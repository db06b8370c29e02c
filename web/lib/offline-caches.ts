import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'

/** What pages and the service worker agree on. */

/** One cache per user, with everything of theirs that is stored on this device. Its name ends with their id. */
const userCachePrefix = 'person-'
/** The page's first request: who is signed in. */
export const sessionPath = urlFor(routes.getCurrentUser)
/** The broadcast channel for changes of what is stored, and the lock under which it is changed. */
export const storedItemsChannel = 'stored-items'
/** The query of the URL of a stored audio file: its version and format. */
export const versionHeader = 'x-audio-version'

export const userCacheName = (userId: string) => userCachePrefix + userId

export async function userCacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(userCachePrefix))
}

/** A file that was shared to the installed app, until the upload page has taken it. */
export const sharedFile = {
  cache: 'shared-files',
  path: '/shared-file',
  nameHeader: 'x-file-name',
  ownerHeader: 'x-owner',
  timeHeader: 'x-shared-at',
} as const
