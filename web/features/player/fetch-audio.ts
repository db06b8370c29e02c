/** Audio by fetch: whole files for the cache, and one byte to find out why the element gave up. */

export type FetchAudio = (address: string, options: AudioRequest) => Promise<Blob | null>
type AudioRequest = {
  signal?: AbortSignal
  cache?: RequestCache
  /** Asked before the file is read; a file that is not wanted answers null. */
  wants: (bytes: number) => boolean
}

export const fetchAudio: FetchAudio = async (address, { wants, ...options }) => {
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const answer = await fetch(address, {
    credentials: 'include',
    priority: 'low',
    ...options,
    signal,
  })
  if (!answer.ok) throw failedToLoad(answer)
  if (wants(Number(answer.headers.get('content-length')))) return answer.blob()
  stop.abort()
  return null
}

export function failedToLoad({
  status,
  statusText,
}: {
  status: number
  statusText: string
}): Error {
  return new Error(`Failed to load audio: ${status} ${statusText}`)
}

export type Finding =
  | { kind: 'there' }
  | { kind: 'refused'; status: number; statusText: string }
  | { kind: 'unreachable' }

const patience = 10_000

/** Asks our server for the first byte. A redirect to the store is a yes: what matters is the status. */
export async function probeAudio(address: string): Promise<Finding> {
  try {
    const { ok, type, status, statusText } = await fetch(address, {
      credentials: 'include',
      cache: 'no-store',
      redirect: 'manual',
      headers: { range: 'bytes=0-0' },
      signal: AbortSignal.timeout(patience),
    })
    if (ok || type === 'opaqueredirect') return { kind: 'there' }
    return { kind: 'refused', status, statusText }
  } catch {
    return { kind: 'unreachable' }
  }
}
