import { currentTrack, moveAfterEnd } from '../queue/queue.ts'
import type { Player, PlayerState } from '../store.ts'
import type { AudioCache } from './audio-cache.ts'
import type { AudioSources } from './audio-sources.ts'
import { fetchRange, type ProbeResult } from './fetch-audio.ts'
import { createOpenStream } from './gapless-stream.ts'
import type { Transport } from './transport.ts'

type GaplessDeps = {
  audio: HTMLAudioElement
  transport: Pick<Transport, 'setNext' | 'setOpenStream'>
  player: Pick<Player, 'state' | 'subscribe'>
  sources: Pick<AudioSources, 'hasGaplessAac' | 'url'>
  cache: Pick<AudioCache, 'blob'>
  probe: (url: string) => Promise<ProbeResult>
}

/** AAC renditions are streamed, so that the next one follows without a gap. All else is played by its URL. */
export function connectGapless(deps: GaplessDeps) {
  const { audio, transport, player, sources, cache, probe } = deps
  let isUsable = sources.hasGaplessAac
  let isSuspended = false
  let hasRead = false
  let reading: string | undefined
  const isStreamed = (url: string) => isUsable && !isSuspended && url.includes('format=aac')
  const openStream = createOpenStream({
    audio,
    async read(url, from, to, signal) {
      const blob = cache.blob(url)
      if (blob) return new Uint8Array(await blob.slice(from, to).arrayBuffer())
      reading = url
      const bytes = await fetchRange(url, from, to, signal)
      hasRead = true
      return bytes
    },
  })
  /**
   * Stops streaming if the server has the file but no script can read it: most likely it is in an object store without
   * CORS, from which only the element can play.
   */
  async function disableIfUnreadable(url: string) {
    const { kind } = await probe(url)
    if (kind === 'available' && !hasRead) isUsable = false
  }
  transport.setOpenStream((url, options) => {
    if (!isStreamed(url)) return null
    return openStream(url, {
      ...options,
      onError(error) {
        console.warn(error)
        options.onError(error)
        if (!hasRead) void disableIfUnreadable(url)
      },
    })
  })
  player.subscribe(() => {
    const url = nextUrl(player.state(), sources)
    transport.setNext(url && isStreamed(url) ? url : null)
  })
  return {
    isStreamed,
    /** From the next source on. */
    suspend(next: boolean) {
      isSuspended = next
    },
    /** Whether the stream loads this file itself. */
    isReading: (url: string) => url === reading && isUsable,
  }
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
