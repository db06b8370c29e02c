/** Whole files kept in memory, so that a track heard again, or the next one, starts without the network. */

export const mostTracks = 10
/** Ten of the largest files would be a gigabyte: what they may weigh together. */
const mostBytes = 256 * 1024 * 1024

type Kept = { objectAddress: string; bytes: number }

export type AudioCache = ReturnType<typeof createAudioCache>

export type AudioCacheParts = {
  /** What the audio element holds: never taken away from under it. */
  inUse: () => string
  createAddress: (blob: Blob) => string
  releaseAddress: (objectAddress: string) => void
  budget?: number
}

export function createAudioCache({ budget = mostBytes, ...parts }: AudioCacheParts) {
  const kept = new Map<string, Kept>()
  const weight = () => [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)

  function release(address: string, { objectAddress }: Kept) {
    kept.delete(address)
    parts.releaseAddress(objectAddress)
  }
  function makeRoom(bytes: number) {
    for (const [address, entry] of [...kept]) {
      if (kept.size < mostTracks && weight() + bytes <= budget) return
      if (entry.objectAddress !== parts.inUse()) release(address, entry)
    }
  }

  return {
    /** The object address of a kept file. */
    get: (address: string): string | undefined => kept.get(address)?.objectAddress,
    fits: (bytes: number): boolean => bytes <= budget / 2,
    /** Keeps a file; the oldest make room for it. */
    put(address: string, blob: Blob) {
      if (kept.has(address)) return
      makeRoom(blob.size)
      if (weight() + blob.size > budget) return
      kept.set(address, { objectAddress: parts.createAddress(blob), bytes: blob.size })
    },
  }
}
