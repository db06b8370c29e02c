import { sharedFile } from '#web/lib/offline-caches.ts'

/** The file that was shared to the installed app; it is handed out once. See `web/service-worker/share-target.ts`. */
export async function takeSharedFile(): Promise<File | undefined> {
  // Missing without HTTPS.
  if (!('caches' in window)) return undefined
  const stored = await caches.match(sharedFile.path, { cacheName: sharedFile.cache })
  if (!stored) return undefined
  const { headers } = stored
  const bytes = await stored.blob()
  await caches.delete(sharedFile.cache)
  const name = decodeURIComponent(headers.get(sharedFile.nameHeader) ?? 'audio')
  return new File([bytes], name, { type: headers.get('content-type') ?? '' })
}
