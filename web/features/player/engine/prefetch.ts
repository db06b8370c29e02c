import type { Track } from '#contract/tracks.ts'
import { currentTrack, moveAfterEnd, type Queue } from '../queue/queue.ts'
import type { PlayerState } from '../store.ts'
import type { AudioCache } from './audio-cache.ts'
import type { FetchAudio } from './fetch-audio.ts'

/** Seconds the current track must be buffered ahead before the next one may use the network. */
const minBufferAhead = 20

type PrefetchDeps = {
  state: () => Pick<PlayerState, 'queue' | 'isPlaying' | 'loading'>
  /** Seconds of the current track that are buffered beyond the playback position. */
  bufferAhead: () => number
  cache: Pick<AudioCache, 'get' | 'put' | 'fits'>
  fetchAudio: FetchAudio
  audioUrl: (track: Track) => string
  /** Whether something else loads this file already. */
  isReading: (url: string) => boolean
  log: (error: unknown) => void
}

/** Fetches the next track of the queue into the cache while the current one plays. */
export function createPrefetch(deps: PrefetchDeps) {
  const failed = new Set<string>()
  let inFlight: { url: string; controller: AbortController } | null = null

  function abort() {
    inFlight?.controller.abort()
    inFlight = null
  }
  async function fetchInto(url: string) {
    const controller = new AbortController()
    inFlight = { url, controller }
    const { signal } = controller
    try {
      const blob = await deps.fetchAudio(url, { signal, accepts: deps.cache.fits })
      if (blob) deps.cache.put(url, blob)
      else failed.add(url)
    } catch (error) {
      if (!signal.aborted) {
        failed.add(url)
        deps.log(error)
      }
    }
    if (inFlight?.controller === controller) inFlight = null
  }

  return {
    /** Call whenever player state or buffer has changed: starts the fetch, or aborts one that is obsolete. */
    update() {
      const { queue, isPlaying, loading } = deps.state()
      const next = nextTrack(queue)
      const url = next && deps.audioUrl(next)
      if (inFlight && (inFlight.url !== url || loading)) abort()
      if (!url || inFlight || !isPlaying || loading) return
      if (failed.has(url) || deps.cache.get(url) || deps.isReading(url)) return
      if (deps.bufferAhead() < minBufferAhead) return
      void fetchInto(url)
    },
  }
}

function nextTrack(queue: Queue): Track | null {
  const next = moveAfterEnd(queue)
  return next && currentTrack(next)
}
