import { registerRoute } from 'workbox-routing/registerRoute.js'
import { shareTarget } from '#contract/paths.ts'
import { sharedFile } from '#web/lib/offline-caches.ts'

declare const self: ServiceWorkerGlobalScope

/** Milliseconds in which a visitor who shared a file can sign in. */
const signInTime = 10 * 60 * 1000

/** Receives audio files that were shared to the installed app, and opens the upload page, which offers them. */
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
  const shared = (await request.formData()).getAll(shareTarget.field)
  const files = shared.filter((entry) => entry instanceof File)
  if (files.length > 0) await store(files, await currentUserId())
  return files.length > 0
}

/** In place of those that were shared before. */
async function store(files: readonly File[], owner: string) {
  await deleteSharedFile()
  const cache = await caches.open(sharedFile.cache)
  for (const [index, file] of files.entries())
    await cache.put(`${sharedFile.path}/${index}`, responseOf(file, owner))
}

function responseOf(file: File, owner: string): Response {
  const headers = {
    'content-type': file.type,
    [sharedFile.nameHeader]: encodeURIComponent(file.name),
    [sharedFile.ownerHeader]: owner,
    [sharedFile.timeHeader]: String(Date.now()),
  }
  return new Response(file, { headers })
}

/** Deletes a shared file unless it is for this user, or of a visitor who may be about to sign in. */
export async function deleteSharedFileOfOthers(userId: string) {
  const file = await caches.match(`${sharedFile.path}/0`, { cacheName: sharedFile.cache })
  if (!file) return
  const owner = file.headers.get(sharedFile.ownerHeader)
  const age = Date.now() - Number(file.headers.get(sharedFile.timeHeader))
  const isOwn = userId ? !owner || owner === userId : age < signInTime
  if (!isOwn) await deleteSharedFile()
}

export const deleteSharedFile = () => caches.delete(sharedFile.cache)
