import { versionHeader } from '#web/lib/offline-caches.ts'

export type OnBytes = (loaded: number, total: number) => void

type DownloadOptions = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  signal: AbortSignal
  onBytes?: OnBytes
  version?: string
}

/** Streams a file into the cache, without holding it in memory. Returns its size; nothing is stored if it fails. */
export async function download(
  cache: Cache,
  path: string,
  url: string,
  { fetch, signal, onBytes, version }: DownloadOptions,
): Promise<number> {
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new Error(`Failed to load ${path}: ${response.status}`)
  const total = Number(response.headers.get('content-length'))
  let loaded = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.byteLength
      onBytes?.(loaded, total)
      controller.enqueue(chunk)
    },
  })
  const body = response.body.pipeThrough(counter, { signal })
  const headers = {
    'content-type': response.headers.get('content-type') ?? 'application/octet-stream',
    ...(version !== undefined && { [versionHeader]: version }),
  }
  await cache.put(path, new Response(body, { headers }))
  return loaded
}
