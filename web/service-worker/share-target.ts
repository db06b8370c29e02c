import { registerRoute } from 'workbox-routing/registerRoute.js'
import { sharedFile } from '#web/lib/offline-caches.ts'

/** Milliseconds in which a visitor who shared a file can sign in. */
const signInTime = 10 * 60 * 1000

/** Receives an audio file that was shared to the installed app, and opens the upload page, which takes it. */
export function registerShareTarget(currentUserId: () => Promise<string>) {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname === sharedFile.action,
    async ({ request }) => {
      const file = (await request.formData()).get(sharedFile.field)
      if (file instanceof File) await store(file, await currentUserId())
      return Response.redirect(sharedFile.action, 303)
    },
    'POST',
  )
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
  const isTheirs = userId ? !owner || owner === userId : age < signInTime
  if (!isTheirs) await deleteSharedFile()
}

export const deleteSharedFile = () => caches.delete(sharedFile.cache)
