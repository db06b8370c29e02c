import { versionHeader } from '#web/lib/offline-caches.ts'

/** Milliseconds without data after which a download fails: others wait for it. */
const idleTimeout = 30_000

export type OnBytes = (loaded: number, total: number) => void

type DownloadOptions = { signal: AbortSignal; onBytes?: OnBytes; version?: string }

/** Streams a file into the cache, without holding it in memory. Returns its size; nothing is stored if it fails. */
export async function download(
  cache: Cache,
  path: string,
  url: string,
  options: DownloadOptions,
): Promise<number> {
  const { onBytes, version } = options
  const idle = new AbortController()
  const onIdle = () => idle.abort(new DOMException('No data.', 'TimeoutError'))
  let timer = setTimeout(onIdle, idleTimeout)
  try {
    const signal = AbortSignal.any([options.signal, idle.signal])
    const response = await fetch(url, { signal })
    if (!response.ok || !response.body)
      throw new Error(`Failed to load ${path}: ${response.status}`)
    const total = Number(response.headers.get('content-length'))
    let loaded = 0
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        clearTimeout(timer)
        timer = setTimeout(onIdle, idleTimeout)
        loaded += chunk.byteLength
        onBytes?.(loaded, total)
        controller.enqueue(chunk)
      },
    })
    const headers = {
      'content-type': response.headers.get('content-type') ?? 'application/octet-stream',
      ...(version !== undefined && { [versionHeader]: version }),
    }
    const body = response.body.pipeThrough(counter, { signal })
    await cache.put(path, new Response(body, { headers }))
    return loaded
  } finally {
    clearTimeout(timer)
  }
}
