import type { Track } from '#contract/tracks.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { RemotePlayback } from './engine/remote-playback.ts'
import type { Transport } from './engine/transport.ts'
import {
  currentTrack,
  emptied,
  emptyQueue,
  moveAfterEnd,
  moveToNext,
  moveToPrevious,
  playList,
  type Queue,
  removeTrack,
  replaceTrack,
} from './queue/queue.ts'

/** State of the player. The position, which changes all the time, is in playback-position.ts. */
export type PlayerState = {
  readonly currentTrack: Track | null
  readonly isPlaying: boolean
  readonly loading: boolean
  readonly error: string | null
  /** The last track of the queue was played to its end. */
  readonly ended: boolean
  /** The connection was lost; playback resumes when it is back. */
  readonly reconnecting: boolean
  readonly isAnalyzing: boolean
  readonly waveformBars: readonly number[]
  readonly queue: Queue
  readonly volume: number
  readonly muted: boolean
  /** From 0.5 to 2; the pitch stays. */
  readonly speed: number
  readonly sleep: SleepTimer | null
  /** The URL of the next tracks of the list; null if all are in the queue. */
  readonly nextPage: string | null
  /** Whether similar tracks follow the end of the queue. */
  readonly autoplay: boolean
  /** What another device plays: the bar offers to continue it. */
  readonly offer: PlayerOffer | null
  /** Loads what plays on other devices, if the browser can. */
  readonly openRemote?: () => Promise<RemotePlayback>
}

export type PlayerOffer = {
  readonly track: Track
  readonly isPlaying: boolean
  readonly accept: () => void
  readonly dismiss: () => void
}

/** Pauses at a time, or at the end of the track. */
export type SleepTimer = {
  /** Minutes, or the track. */
  readonly choice: number | 'track'
  /** Milliseconds since 1970. */
  readonly at: number | null
}

export type PlayerDeps = {
  transport: Transport
  audioUrl: (track: Track) => string
  onEnded: (track: Track) => void
  /** The audio element failed. The callback diagnoses, and recovers or reports the error. */
  onFailure: () => void
}

type LoadOptions = {
  /** Where to start, in seconds. */
  position?: number
  paused?: boolean
  /** Part of an ongoing attempt to reconnect. */
  reconnecting?: boolean
  /** Of another list. */
  nextPage?: string | null
}

export type Player = ReturnType<typeof createPlayer>

export const initialState: PlayerState = {
  currentTrack: null,
  isPlaying: false,
  loading: false,
  error: null,
  ended: false,
  reconnecting: false,
  isAnalyzing: false,
  waveformBars: [],
  queue: emptyQueue,
  volume: 1,
  muted: false,
  speed: 1,
  sleep: null,
  nextPage: null,
  autoplay: false,
  offer: null,
}

export function createPlayer({ transport, audioUrl, onEnded, onFailure }: PlayerDeps) {
  const store = createStore(initialState)
  const update = (change: Partial<PlayerState>) => store.set({ ...store.get(), ...change })

  /** Replaces the queue and plays its current track. */
  function load(queue: Queue | null, options: LoadOptions = {}) {
    const { position, paused, reconnecting = false, ...list } = options
    const track = queue && currentTrack(queue)
    if (!track) return
    const started = paused
      ? transport.prepare(audioUrl(track), position)
      : transport.start(audioUrl(track), position)
    update({
      ...list,
      queue,
      currentTrack: track,
      loading: !paused,
      isAnalyzing: true,
      isPlaying: false,
      reconnecting,
      error: null,
      ended: false,
    })
    started?.catch((error: unknown) => {
      // All other failures are reported by the element's `error` event.
      if (error instanceof Error && error.name === 'NotAllowedError')
        update({ loading: false, reconnecting: false, error: 'Playback failed' })
    })
  }
  function toggle() {
    const { currentTrack, isPlaying, loading, error, queue } = store.get()
    if (!currentTrack) return
    if (isPlaying || loading) {
      update({ isPlaying: false, loading: false, reconnecting: false })
      transport.pause()
    } else if (error || transport.isBroken()) load(queue, { position: transport.position() })
    else
      transport.play().catch((error: unknown) => {
        // Paused or replaced before it started.
        if (error instanceof Error && error.name === 'AbortError') return
        update({ error: 'Playback failed' })
      })
  }
  /** Plays a list; `source` is its name, and `nextPage` the URL of what follows. */
  function playQueue(
    tracks: readonly Track[],
    index?: number,
    source?: string,
    nextPage: string | null = null,
  ) {
    load(playList(store.get().queue, tracks, index, source), { nextPage })
  }
  function stop() {
    transport.stop()
    const { volume, muted, speed, autoplay, queue } = store.get()
    update({ ...initialState, volume, muted, speed, autoplay, queue: emptied(queue) })
  }
  function setVolume(volume: number, muted = false) {
    const clamped = Math.min(1, Math.max(0, volume))
    transport.setVolume(clamped, muted)
    update({ volume: clamped, muted })
  }
  transport.listen({
    playing() {
      update({ isPlaying: true, loading: false, error: null, ended: false, reconnecting: false })
    },
    paused: () => update({ isPlaying: false, loading: false }),
    waiting: () => update({ loading: true }),
    ended() {
      const { currentTrack, queue, sleep } = store.get()
      const sleeps = sleep?.choice === 'track'
      if (sleeps) update({ sleep: null })
      if (currentTrack) onEnded(currentTrack)
      const next = moveAfterEnd(queue)
      if (next) load(next, { paused: sleeps })
      else update({ isPlaying: false, loading: false, ended: true })
    },
    advanced() {
      const { currentTrack: ended, queue } = store.get()
      if (ended) onEnded(ended)
      const next = moveAfterEnd(queue) ?? queue
      update({ queue: next, currentTrack: currentTrack(next), isAnalyzing: true })
    },
    failed: onFailure,
  })

  return {
    subscribe: store.subscribe,
    /** For rendering, and for what can wait until the audio is requested. */
    subscribeDeferred: deferredNotify(store),
    state: store.get,
    /** For recovery and waveform analysis, which know more than the events of the audio element. */
    update,
    load,
    /** Plays one track; pauses or resumes it if it is the current one. */
    playTrack(track: Track) {
      if (track.id === store.get().currentTrack?.id) toggle()
      else playQueue([track])
    },
    playQueue,
    /** A new current entry plays; without a track before it, it is loaded paused. */
    changeQueue(change: (queue: Queue) => Queue | null) {
      const { queue } = store.get()
      const next = change(queue)
      if (next?.entries[next.index]?.id !== queue.entries[queue.index]?.id)
        load(next, { paused: queue.index < 0 })
      else if (next) update({ queue: next })
    },
    toggle,
    next: () => load(moveToNext(store.get().queue)),
    previous: () => load(moveToPrevious(store.get().queue)),
    stop,
    /** The track was edited; playback continues. */
    replaceTrack(track: Track) {
      const queue = replaceTrack(store.get().queue, track)
      update({ queue, currentTrack: currentTrack(queue) })
    },
    /** The track was deleted. */
    removeTrack(trackId: string) {
      const { queue } = store.get()
      if (currentTrack(queue)?.id === trackId) stop()
      else if (currentTrack(queue)) update({ queue: removeTrack(queue, trackId) })
    },
    seek(seconds: number) {
      transport.seek(seconds)
      if (store.get().ended) update({ ended: false })
    },
    setSpeed(speed: number) {
      transport.setSpeed(speed)
      update({ speed })
    },
    setVolume,
    toggleMute: () => setVolume(store.get().volume, !store.get().muted),
  }
}

/**
 * Notifies of a new queue in the next task. The browser sends the audio request at the end of the
 * task that sets the source: rendering or storing the new track in the same task would delay it.
 */
function deferredNotify(store: Store<PlayerState>): Store<PlayerState>['subscribe'] {
  const rendered = createStore(store.get())
  store.subscribe(() => {
    const notify = () => rendered.set(store.get())
    if (store.get().queue === rendered.get().queue) notify()
    else setTimeout(notify)
  })
  return rendered.subscribe
}
