/** Audio requests beside those of the audio element: whole files for the cache, one byte for diagnosis. */

export type FetchAudio = typeof fetchAudio
type FetchAudioOptions = {
  signal?: AbortSignal
  cache?: RequestCache
  /** Called with the file's size before the body is read; false cancels the download. */
  accepts: (bytes: number) => boolean
}

/** Resolves to null when `accepts` declined the file. */
export async function fetchAudio(
  url: string,
  { accepts, ...options }: FetchAudioOptions,
): Promise<Blob | null> {
  const response = await fetch(url, { credentials: 'include', priority: 'low', ...options })
  if (!response.ok) throw loadError(response)
  if (accepts(Number(response.headers.get('content-length')))) return response.blob()
  await response.body?.cancel()
  return null
}

/** Bytes of a file; fewer at its end. */
export async function fetchRange(
  url: string,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { range: `bytes=${from}-${to - 1}` }
  const response = await fetch(url, { credentials: 'include', headers, signal })
  const { status } = response
  if (status === 429 || status >= 500) throw new TemporaryError(messageOf(response))
  if (status !== 206) throw loadError(response)
  return new Uint8Array(await response.arrayBuffer())
}

type Rejection = Pick<Response, 'status' | 'statusText'>

const messageOf = ({ status, statusText }: Rejection) =>
  `Failed to load audio: ${status} ${statusText}`

export const loadError = (response: Rejection) => new Error(messageOf(response))

/** A part of a file that the server does not send now, but perhaps later. */
class TemporaryError extends Error {}

/** Whether a request that failed may succeed later. `fetch` rejects with a TypeError if the network fails. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof TemporaryError

export type ProbeResult =
  | { kind: 'available' }
  | { kind: 'rejected'; status: number; statusText: string }
  | { kind: 'unreachable' }

const probeTimeoutMs = 10_000

/** Requests the first byte from our server. A redirect to object storage counts as available. */
export async function probeAudio(url: string): Promise<ProbeResult> {
  try {
    const { ok, type, status, statusText } = await fetch(url, {
      credentials: 'include',
      cache: 'no-store',
      redirect: 'manual',
      headers: { range: 'bytes=0-0' },
      signal: AbortSignal.timeout(probeTimeoutMs),
    })
    if (ok || type === 'opaqueredirect') return { kind: 'available' }
    return { kind: 'rejected', status, statusText }
  } catch {
    return { kind: 'unreachable' }
  }
}
