import type { EmbedTrack } from '#contract/embed.ts'
import type { AudioSources } from '#web/features/player/engine/audio-sources.ts'
import { loudnessGain } from '#web/features/player/engine/loudness.ts'
import type { Transport } from '#web/features/player/engine/transport.ts'
import { createStore } from '#web/lib/store.ts'

export type EmbedState = {
  readonly index: number
  readonly status: 'paused' | 'loading' | 'playing' | 'failed'
}

type PlayerDeps = {
  tracks: readonly EmbedTrack[]
  transport: Transport
  sources: Pick<AudioSources, 'url' | 'fallBack'>
  /** Where the first track starts, in seconds. */
  start: number
}

export type EmbedPlayer = ReturnType<typeof createEmbedPlayer>

/** Plays a list of tracks. Nothing is loaded before the listener presses play. */
export function createEmbedPlayer({ tracks, transport, sources, start }: PlayerDeps) {
  const state = createStore<EmbedState>({ index: 0, status: 'paused' })
  let isLoaded = false
  /** The position while nothing is loaded. */
  let position = start
  let latest: Promise<void> | undefined
  /** Since the track was loaded. */
  let hasPlayed = false
  let retriedAt = Number.NEGATIVE_INFINITY

  const update = (change: Partial<EmbedState>) => state.set({ ...state.get(), ...change })
  const current = () => tracks[state.get().index]
  const currentTime = () => (isLoaded ? transport.position() : position)

  function load(seconds: number) {
    const track = current()
    if (!track) return
    isLoaded = true
    hasPlayed = false
    transport.setGain(loudnessGain(track.loudness))
    run(transport.start(sources.url(track), seconds))
  }

  /** A rejected promise is no failure: the listener has paused, or the browser requires another click. */
  function run(playing: Promise<void>) {
    latest = playing
    update({ status: 'loading' })
    playing.catch(() => {
      const isCurrent = playing === latest && state.get().status === 'loading'
      if (isCurrent && !transport.isBroken()) update({ status: 'paused' })
    })
  }

  function play() {
    if (isLoaded && !transport.isBroken()) run(transport.play())
    else load(currentTime())
  }

  function pause() {
    transport.pause()
    update({ status: 'paused' })
  }

  function choose(index: number) {
    if (!tracks[index]) return
    update({ index })
    load(0)
  }

  transport.listen({
    playing() {
      hasPlayed = true
      update({ status: 'playing' })
    },
    paused: () => update({ status: 'paused' }),
    waiting: () => state.get().status === 'playing' && update({ status: 'loading' }),
    ended() {
      const next = state.get().index + 1
      if (tracks[next]) return choose(next)
      transport.seek(0)
      update({ status: 'paused' })
    },
    failed() {
      const track = current()
      const from = transport.position()
      const isPaused = state.get().status === 'paused'
      if (hasPlayed && !isPaused && Math.abs(from - retriedAt) > 1) {
        // The URL of an object store has expired, or the connection broke.
        retriedAt = from
        return load(from)
      }
      if (track && sources.fallBack(track)) return load(from)
      position = from
      isLoaded = false
      if (!isPaused) update({ status: 'failed' })
    },
  })

  return {
    state,
    current,
    currentTime,
    toggle() {
      const { status } = state.get()
      if (status === 'playing' || status === 'loading') pause()
      else play()
    },
    pause,
    play,
    choose,
    next: () => choose(state.get().index + 1),
    previous: () => choose(state.get().index - 1),
    /** Starts the track if it is not playing yet, as the waveform of the site does. */
    seek(seconds: number) {
      if (isLoaded && !transport.isBroken()) transport.seek(seconds)
      else load(seconds)
    },
  }
}
