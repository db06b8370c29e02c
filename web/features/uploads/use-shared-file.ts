import { useEffect, useState } from 'react'
import { sharedFile } from '#web/lib/offline-caches.ts'
import { useLatest } from '#web/lib/use-latest.ts'

/** A file that was shared to the installed app. */
export function useSharedFile(onFile: () => void): File | undefined {
  const [file, setFile] = useState<File>()
  const onTaken = useLatest(onFile)
  useEffect(() => {
    takeSharedFile().then(
      (taken) => {
        if (!taken) return
        onTaken.current()
        setFile(taken)
      },
      (error: unknown) => console.warn(error),
    )
  }, [onTaken])
  return file
}

/** It is handed out once. See `web/features/offline/service-worker/share-target.ts`. */
async function takeSharedFile(): Promise<File | undefined> {
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
