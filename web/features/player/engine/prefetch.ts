import type { Track } from '#contract/tracks.ts'
import { currentTrack, moveAfterEnd, type Queue } from '../queue/queue.ts'
import type { Player } from '../store.ts'
import type { AudioCache } from './audio-cache.ts'
import type { AudioSources } from './audio-sources.ts'
import type { FetchAudio } from './fetch-audio.ts'

/** Seconds the current track must be buffered ahead before the next one may use the network. */
const minBufferAhead = 20

type PrefetchDeps = {
  audio: Pick<HTMLAudioElement, 'buffered' | 'currentTime' | 'duration' | 'addEventListener'>
  player: Pick<Player, 'state' | 'subscribe'>
  sources: Pick<AudioSources, 'url'>
  cache: Pick<AudioCache, 'get' | 'put' | 'fits'>
  fetchAudio: FetchAudio
  /** Whether something else loads this file already. */
  isReading: (url: string) => boolean
}

/** Fetches the next track of the queue into the cache while the current one plays. */
export function connectPrefetch(deps: PrefetchDeps): void {
  const { audio, player, sources, cache, fetchAudio, isReading } = deps
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
      const blob = await fetchAudio(url, { signal, accepts: cache.fits })
      if (blob) cache.put(url, blob)
      else failed.add(url)
    } catch (error) {
      if (!signal.aborted) {
        failed.add(url)
        console.warn(error)
      }
    }
    if (inFlight?.controller === controller) inFlight = null
  }

  /** Starts the fetch, or aborts one that is obsolete. */
  function update() {
    const { queue, isPlaying, loading } = player.state()
    const next = nextTrack(queue)
    const url = next && sources.url(next)
    if (inFlight && (inFlight.url !== url || loading)) abort()
    if (!url || inFlight || !isPlaying || loading) return
    if (failed.has(url) || cache.get(url) || isReading(url)) return
    if (bufferAhead(audio) >= minBufferAhead) void fetchInto(url)
  }
  player.subscribe(update)
  for (const event of ['progress', 'timeupdate'] as const) audio.addEventListener(event, update)
}

function nextTrack(queue: Queue): Track | null {
  const next = moveAfterEnd(queue)
  return next && currentTrack(next)
}

/** Seconds buffered beyond the position; infinite when the rest of the file is buffered. */
function bufferAhead({ buffered, currentTime, duration }: PrefetchDeps['audio']): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) > currentTime || buffered.end(i) < currentTime) continue
    const end = buffered.end(i)
    return end >= duration - 0.5 ? Number.POSITIVE_INFINITY : end - currentTime
  }
  return 0
}
