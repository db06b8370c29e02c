import type { AudioCache } from './audio-cache.ts'
import type { AudioSources } from './audio-sources.ts'
import type { Engine } from './engine.ts'
import { fetchRange } from './fetch-audio.ts'
import { createOpenStream } from './gapless-stream.ts'
import { currentTrack, moveAfterEnd } from './queue.ts'
import type { Player, PlayerState } from './store.ts'

type GaplessDeps = {
  audio: HTMLAudioElement
  engine: Pick<Engine, 'setNext' | 'setOpenStream'>
  player: Pick<Player, 'state' | 'subscribe'>
  sources: Pick<AudioSources, 'joinsAac' | 'url'>
  cache: Pick<AudioCache, 'blob'>
  log: (error: unknown) => void
}

/** AAC renditions are streamed, so that the next one follows without a gap. All else is played by its URL. */
export function connectGapless({ audio, engine, player, sources, cache, log }: GaplessDeps) {
  let isUsable = sources.joinsAac
  let hasWorked = false
  const isStreamed = (url: string) => isUsable && url.includes('format=aac')
  const openStream = createOpenStream({
    audio,
    async read(url, from, to, signal) {
      const blob = cache.blob(url)
      if (blob) return new Uint8Array(await blob.slice(from, to).arrayBuffer())
      const bytes = await fetchRange(url, from, to, signal)
      hasWorked = true
      return bytes
    },
  })
  engine.setOpenStream((url, options) => {
    if (!isStreamed(url)) return null
    return openStream(url, {
      ...options,
      onError(error) {
        // Most likely an object store without CORS: the element can play from it, a script cannot.
        isUsable = hasWorked || !navigator.onLine
        log(error)
        options.onError(error)
      },
    })
  })
  player.subscribe(() => {
    const url = nextUrl(player.state(), sources)
    engine.setNext(url && isStreamed(url) ? url : null)
  })
  return { isStreamed }
}

/** Null if playback stops after the current track, or repeats it. */
export function nextUrl(
  { queue, sleep }: Pick<PlayerState, 'queue' | 'sleep'>,
  sources: Pick<AudioSources, 'url'>,
): string | null {
  const next = moveAfterEnd(queue)
  const track = next && currentTrack(next)
  if (!track || sleep?.choice === 'track' || track.id === currentTrack(queue)?.id) return null
  return sources.url(track)
}
