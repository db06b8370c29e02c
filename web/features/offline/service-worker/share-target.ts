import { registerRoute } from 'workbox-routing/registerRoute.js'
import { shareTarget } from '#contract/paths.ts'
import { sharedFile } from '#web/lib/offline-caches.ts'

declare const self: ServiceWorkerGlobalScope

/** Milliseconds in which a visitor who shared a file can sign in. */
const signInTime = 10 * 60 * 1000

/** Receives an audio file that was shared to the installed app, and opens the upload page, which takes it. */
export function registerShareTarget(currentUserId: () => Promise<string>) {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname === shareTarget.action,
    async ({ request }) => {
      const isStored = await receive(request, currentUserId).catch(() => false)
      const path = isStored ? shareTarget.action : shareTarget.failed
      return Response.redirect(new URL(path, self.location.origin), 303)
    },
    'POST',
  )
}

/** Whether there was a file. Throws if the device is full. */
async function receive(request: Request, currentUserId: () => Promise<string>): Promise<boolean> {
  const file = (await request.formData()).get(shareTarget.field)
  if (file instanceof File) await store(file, await currentUserId())
  return file instanceof File
}

async function store(file: File, owner: string) {
  const headers = {
    'content-type': file.type,
    [sharedFile.nameHeader]: encodeURIComponent(file.name),
    [sharedFile.ownerHeader]: owner,
    [sharedFile.timeHeader]: String(Date.now()),
  }
  const cache = await caches.open(sharedFile.cache)
  await cache.put(sharedFile.path, new Response(file, { headers }))
}

/** Deletes a shared file unless it is for this user, or of a visitor who may be about to sign in. */
export async function deleteSharedFileOfOthers(userId: string) {
  const file = await caches.match(sharedFile.path, { cacheName: sharedFile.cache })
  if (!file) return
  const owner = file.headers.get(sharedFile.ownerHeader)
  const age = Date.now() - Number(file.headers.get(sharedFile.timeHeader))
  const isOwn = userId ? !owner || owner === userId : age < signInTime
  if (!isOwn) await deleteSharedFile()
}

export const deleteSharedFile = () => caches.delete(sharedFile.cache)
