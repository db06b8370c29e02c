import { storedChanged } from '#web/lib/offline-caches.ts'
import { lastUserId, registerPerson } from './person.ts'
import { registerPrecache } from './precache.ts'
import { registerShareTarget } from './share-target.ts'
import { registerStored } from './stored.ts'

registerPrecache()
const reloadStored = registerStored()
const pages = new BroadcastChannel(storedChanged)
registerPerson(() => {
  void reloadStored()
  pages.postMessage('deleted')
})
registerShareTarget(lastUserId)
