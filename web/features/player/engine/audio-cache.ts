/** In-memory cache of whole audio files, so that a replayed or prefetched track starts without the network. */

export const maxTracks = 10
/** Ten of the largest files would take a gigabyte, so the total size is limited too. */
const maxTotalBytes = 256 * 1024 * 1024

type Entry = { objectUrl: string; blob: Blob }

export type AudioCache = ReturnType<typeof createAudioCache>

/** `inUse`: the object URL that the audio element plays, which is never evicted. */
export function createAudioCache(inUse: () => string, maxBytes = maxTotalBytes) {
  const entries = new Map<string, Entry>()
  const totalBytes = () => [...entries.values()].reduce((sum, { blob }) => sum + blob.size, 0)

  /** Evicts the oldest entries until there is space for `bytes` more. */
  function evictFor(bytes: number) {
    for (const [url, { objectUrl }] of [...entries]) {
      if (entries.size < maxTracks && totalBytes() + bytes <= maxBytes) return
      if (objectUrl === inUse()) continue
      entries.delete(url)
      URL.revokeObjectURL(objectUrl)
    }
  }

  return {
    /** The object URL of a cached file. */
    get: (url: string): string | undefined => entries.get(url)?.objectUrl,
    blob: (url: string): Blob | undefined => entries.get(url)?.blob,
    /** Whether a file is small enough to be cached beside another one. */
    fits: (bytes: number): boolean => bytes <= maxBytes / 2,
    put(url: string, blob: Blob) {
      if (entries.has(url)) return
      evictFor(blob.size)
      if (totalBytes() + blob.size > maxBytes) return
      entries.set(url, { objectUrl: URL.createObjectURL(blob), blob })
    },
  }
}
