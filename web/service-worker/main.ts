import { storedChanged } from '#web/lib/offline-caches.ts'
import { registerOfflineResponses } from './offline-responses.ts'
import { registerPrecache } from './precache.ts'
import { registerShareTarget } from './share-target.ts'
import { lastUserId, registerUserData } from './user-data.ts'

registerPrecache()
const reloadStored = registerOfflineResponses()
const pages = new BroadcastChannel(storedChanged)
registerUserData(() => {
  void reloadStored()
  pages.postMessage('deleted')
})
registerShareTarget(lastUserId)
