import { storedItemsChannel } from '#web/lib/offline-caches.ts'
import { registerOfflineResponses } from './offline-responses.ts'
import { registerPrecache } from './precache.ts'
import { forgetPush, registerPush } from './push.ts'
import { registerShareTarget } from './share-target.ts'
import { lastUserId, registerUserData } from './user-data.ts'

registerPrecache()
const reloadStored = registerOfflineResponses()
const pages = new BroadcastChannel(storedItemsChannel)
registerUserData(() => {
  void reloadStored()
  void forgetPush()
  pages.postMessage('deleted')
})
registerShareTarget(lastUserId)
registerPush()
