import type { Track } from '#contract/tracks.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { Engine } from './engine.ts'
import {
  createQueue,
  currentTrack,
  emptyQueue,
  moveToNext,
  moveToPrevious,
  type Queue,
  removeTrack,
  replaceTrack,
} from './queue.ts'

/** What the player is doing. Playback position and sound are elsewhere: see playback-position.ts and engine.ts. */
export type PlayerState = {
  readonly currentTrack: Track | null
  readonly isPlaying: boolean
  readonly loading: boolean
  readonly error: string | null
  /** The connection was lost; it goes on by itself when that is back. */
  readonly reconnecting: boolean
  readonly isAnalyzing: boolean
  readonly waveformBars: readonly number[]
  readonly queue: Queue
  readonly volume: number
  readonly muted: boolean
}

export type PlayerDeps = {
  engine: Engine
  audioUrl: (track: Track) => string
  /** Called once per track, when it is heard for the first time. */
  onFirstPlay: (track: Track) => void
  onEnded: (track: Track) => void
  /** The element gave up. Whoever is told finds out why, and says so or goes on. */
  onFailure: () => void
}

/** `reconnecting`: still the same wait for the network. */
type Start = { at?: number; paused?: boolean; reconnecting?: boolean }
type Load = (queue: Queue | null, start?: Start) => void
type Change = (change: Partial<PlayerState>) => void

export type Player = ReturnType<typeof createPlayer>

const silent: PlayerState = {
  currentTrack: null,
  isPlaying: false,
  loading: false,
  error: null,
  reconnecting: false,
  isAnalyzing: false,
  waveformBars: [],
  queue: emptyQueue,
  volume: 1,
  muted: false,
}

export function createPlayer(parts: PlayerDeps) {
  const { engine } = parts
  const store = createStore(silent)
  const update: Change = (part) => store.set({ ...store.get(), ...part })
  const load = loader(parts, update)
  followEngine(parts, store, update, load)
  const toggle = toggler(engine, store, update, load)
  function setVolume(volume: number, muted = false) {
    const clamped = Math.min(1, Math.max(0, volume))
    engine.setVolume(clamped, muted)
    update({ volume: clamped, muted })
  }
  function stop() {
    engine.stop()
    const { volume, muted } = store.get()
    update({ ...silent, volume, muted })
  }

  return {
    subscribe: store.subscribe,
    subscribeDeferred: soundFirst(store),
    state: store.get,
    /** For those who find out more about the sound than the element tells. */
    update,
    load,
    /** Plays one track. Choosing the track that is already loaded pauses it or lets it go on. */
    playTrack(track: Track) {
      if (track.id === store.get().currentTrack?.id) toggle()
      else load(createQueue([track]))
    },
    playQueue: (tracks: readonly Track[], index = 0) => load(createQueue(tracks, index)),
    toggle,
    next: () => load(moveToNext(store.get().queue)),
    previous: () => load(moveToPrevious(store.get().queue)),
    stop,
    /** Its title or artwork is another one now; the sound goes on. */
    replaceTrack(track: Track) {
      const queue = replaceTrack(store.get().queue, track)
      update({ queue, currentTrack: currentTrack(queue) })
    },
    /** It was deleted. */
    removeTrack(trackId: string) {
      const { queue } = store.get()
      if (currentTrack(queue)?.id === trackId) stop()
      else if (currentTrack(queue)) update({ queue: removeTrack(queue, trackId) })
    },
    seek: engine.seek,
    setVolume,
    toggleMute: () => setVolume(store.get().volume, !store.get().muted),
  }
}

/**
 * For what is drawn. The browser asks for a new sound when the task that named it is over: drawing
 * the new track in that task would keep it waiting.
 */
function soundFirst(store: Store<PlayerState>): Store<PlayerState>['subscribe'] {
  const drawing = createStore(store.get())
  store.subscribe(() => {
    const draw = () => drawing.set(store.get())
    if (store.get().queue === drawing.get().queue) draw()
    else setTimeout(draw)
  })
  return drawing.subscribe
}

/** Takes a queue and plays its current track. */
function loader({ engine, ...parts }: PlayerDeps, change: Change): Load {
  return (queue, { at, paused, reconnecting = false } = {}) => {
    const track = queue && currentTrack(queue)
    if (!track) return
    const begun = paused
      ? engine.prepare(parts.audioUrl(track), at)
      : engine.start(parts.audioUrl(track), at)
    change({
      queue,
      currentTrack: track,
      loading: !paused,
      isAnalyzing: true,
      isPlaying: false,
      reconnecting,
      error: null,
    })
    begun?.catch((reason: unknown) => {
      // Whatever else goes wrong, the element's own events tell.
      if (reason instanceof Error && reason.name === 'NotAllowedError')
        change({ loading: false, reconnecting: false, error: 'Playback failed' })
    })
  }
}

function toggler(engine: Engine, store: Store<PlayerState>, change: Change, load: Load) {
  return () => {
    const { currentTrack, isPlaying, loading, error, queue } = store.get()
    if (!currentTrack) return
    if (isPlaying || loading) {
      change({ isPlaying: false, loading: false, reconnecting: false })
      engine.pause()
    } else if (error || engine.isBroken()) load(queue, { at: engine.position() })
    else
      engine.play().catch((reason: unknown) => {
        // Paused again, or replaced, before it began: nobody's failure.
        if (reason instanceof Error && reason.name === 'AbortError') return
        change({ error: 'Playback failed' })
      })
  }
}

/** Turns what the audio element reports into state. */
function followEngine(
  { engine, ...parts }: PlayerDeps,
  store: Store<PlayerState>,
  change: Change,
  load: Load,
) {
  const heard = new Set<string>()
  engine.listen({
    playing() {
      change({ isPlaying: true, loading: false, error: null, reconnecting: false })
      const track = store.get().currentTrack
      if (!track || heard.has(track.id)) return
      heard.add(track.id)
      parts.onFirstPlay(track)
    },
    paused: () => change({ isPlaying: false, loading: false }),
    waiting: () => change({ loading: true }),
    ended() {
      const { currentTrack, queue } = store.get()
      if (currentTrack) parts.onEnded(currentTrack)
      const next = moveToNext(queue)
      if (next) load(next)
      else change({ isPlaying: false, loading: false })
    },
    failed: parts.onFailure,
  })
}
