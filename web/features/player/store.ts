import type { Track } from '#contract/tracks.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { Engine } from './engine.ts'
import {
  currentTrack,
  emptyQueue,
  nextQueue,
  previousQueue,
  type Queue,
  queueOf,
  withoutTrack,
  withTrack,
} from './queue.ts'

/** What the player is doing. The position is the clock's, the sound is the engine's. */
export type PlayerState = {
  readonly currentTrack: Track | null
  readonly isPlaying: boolean
  readonly loading: boolean
  readonly error: string | null
  readonly queue: Queue
  readonly volume: number
}

export type PlayerParts = {
  engine: Engine
  audioAddress: (track: Track) => string
  /** Called once per track, when it is heard for the first time. */
  onFirstPlay: (track: Track) => void
}

export type Player = ReturnType<typeof createPlayer>

const silent: PlayerState = {
  currentTrack: null,
  isPlaying: false,
  loading: false,
  error: null,
  queue: emptyQueue,
  volume: 1,
}

export function createPlayer(parts: PlayerParts) {
  const { engine } = parts
  const store = createStore(silent)
  const set = (change: Partial<PlayerState>) => store.set({ ...store.get(), ...change })
  const load = loader(parts, set)
  function toggle() {
    const { currentTrack, isPlaying, loading, error, queue } = store.get()
    if (!currentTrack) return
    if (isPlaying || loading) return engine.pause()
    if (error) return load(queue)
    engine.play().catch(() => set({ error: 'Playback failed' }))
  }
  function stop() {
    engine.stop()
    set({ ...silent, volume: store.get().volume })
  }
  followEngine(parts, store, load)

  return {
    subscribe: store.subscribe,
    state: store.get,
    /** Plays one track. Choosing the track that is already loaded pauses it or lets it go on. */
    playTrack(track: Track) {
      if (track.id === store.get().currentTrack?.id) toggle()
      else load(queueOf([track]))
    },
    playQueue: (tracks: readonly Track[], index = 0) => load(queueOf(tracks, index)),
    toggle,
    next: () => load(nextQueue(store.get().queue)),
    previous: () => load(previousQueue(store.get().queue)),
    stop,
    /** Its title or artwork is another one now; the sound goes on. */
    replaceTrack(track: Track) {
      const queue = withTrack(store.get().queue, track)
      set({ queue, currentTrack: currentTrack(queue) })
    },
    /** It was deleted. */
    dropTrack(trackId: string) {
      const { queue } = store.get()
      if (currentTrack(queue)?.id === trackId) stop()
      else if (currentTrack(queue)) set({ queue: withoutTrack(queue, trackId) })
    },
    seek: (seconds: number) => engine.seek(seconds),
    setVolume(volume: number) {
      const clamped = Math.min(1, Math.max(0, volume))
      engine.setVolume(clamped)
      set({ volume: clamped })
    },
  }
}

/** Takes a queue and plays its current track. */
function loader(
  { engine, audioAddress }: PlayerParts,
  set: (change: Partial<PlayerState>) => void,
): (queue: Queue | null) => void {
  return (queue) => {
    const track = queue && currentTrack(queue)
    if (!track) return
    set({ queue, currentTrack: track, loading: true, isPlaying: false, error: null })
    engine.start(audioAddress(track)).catch((reason: unknown) => {
      // Whatever else goes wrong, the element's own events tell.
      if (reason instanceof Error && reason.name === 'NotAllowedError')
        set({ loading: false, error: 'Playback failed' })
    })
  }
}

/** Turns what the audio element reports into state. */
function followEngine(
  { engine, onFirstPlay }: PlayerParts,
  store: Store<PlayerState>,
  load: (queue: Queue | null) => void,
) {
  const heard = new Set<string>()
  const set = (change: Partial<PlayerState>) => store.set({ ...store.get(), ...change })
  engine.listen({
    playing() {
      set({ isPlaying: true, loading: false, error: null })
      const track = store.get().currentTrack
      if (!track || heard.has(track.id)) return
      heard.add(track.id)
      onFirstPlay(track)
    },
    paused: () => set({ isPlaying: false, loading: false }),
    waiting: () => set({ loading: true }),
    ended: () => load(nextQueue(store.get().queue)),
    failed() {
      const error = store.get().loading ? 'Failed to load track' : 'Audio playback failed'
      set({ loading: false, isPlaying: false, error })
    },
  })
}
