import { useEffect, useState } from 'react'
import { sharedFile } from '#web/lib/offline-caches.ts'

/**
 * Files that were shared to the installed app. Any site can send them with a form: they wait until the user wants them.
 * See `web/features/offline/service-worker/share-target.ts`.
 */
export function useSharedFiles() {
  const [files, setFiles] = useState<File[]>([])
  useEffect(() => {
    readSharedFiles().then(setFiles, (error: unknown) => console.warn(error))
  }, [])
  return {
    files,
    /** Returns them, once. */
    take(): File[] {
      setFiles([])
      void caches.delete(sharedFile.cache)
      return files
    },
  }
}

async function readSharedFiles(): Promise<File[]> {
  // Missing without HTTPS.
  if (!('caches' in window)) return []
  // Opening it would create it.
  if (!(await caches.has(sharedFile.cache))) return []
  const stored = await (await caches.open(sharedFile.cache)).matchAll()
  return Promise.all(
    stored.map(async (response) => {
      const name = decodeURIComponent(response.headers.get(sharedFile.nameHeader) ?? 'audio')
      const type = response.headers.get('content-type') ?? ''
      return new File([await response.blob()], name, { type })
    }),
  )
}
