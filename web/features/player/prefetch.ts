import type { Track } from '#contract/tracks.ts'
import type { AudioCache } from './audio-cache.ts'
import type { FetchAudio } from './fetch-audio.ts'
import { currentTrack, moveToNext, type Queue } from './queue.ts'
import type { PlayerState } from './store.ts'

/** Seconds that the current track must be ahead before the next one may use the network. */
const enoughLead = 20

type UpcomingParts = {
  state: () => Pick<PlayerState, 'queue' | 'isPlaying' | 'loading'>
  /** Seconds of the current track that are there and not yet heard. */
  bufferLead: () => number
  cache: Pick<AudioCache, 'get' | 'put' | 'fits'>
  fetchAudio: FetchAudio
  audioUrl: (track: Track) => string
  log: (problem: unknown) => void
}

/**
 * Fetches the next track of the queue into the cache while the current one plays. `look` is called
 * whenever something has changed; a fetch that is no longer wanted is given up.
 */
export function createUpcoming(parts: UpcomingParts) {
  const unavailable = new Set<string>()
  let underWay: { address: string; stop: AbortController } | null = null

  function giveUp() {
    underWay?.stop.abort()
    underWay = null
  }
  async function fetchInto(address: string) {
    const stop = new AbortController()
    underWay = { address, stop }
    try {
      const blob = await parts.fetchAudio(address, { signal: stop.signal, wants: parts.cache.fits })
      if (blob) parts.cache.put(address, blob)
      else unavailable.add(address)
    } catch (problem) {
      if (!stop.signal.aborted) {
        unavailable.add(address)
        parts.log(problem)
      }
    }
    if (underWay?.stop === stop) underWay = null
  }

  return {
    look() {
      const { queue, isPlaying, loading } = parts.state()
      const next = following(queue)
      const address = next && parts.audioUrl(next)
      if (underWay && (underWay.address !== address || loading)) giveUp()
      if (!address || underWay || !isPlaying || loading) return
      if (unavailable.has(address) || parts.cache.get(address)) return
      if (parts.bufferLead() < enoughLead) return
      void fetchInto(address)
    },
  }
}

function following(queue: Queue): Track | null {
  const next = moveToNext(queue)
  return next && currentTrack(next)
}
