import type { Track } from '#contract/tracks.ts'
import { type BrowserStorage, readJson } from '#web/lib/browser-storage.ts'
import type { PlaybackPosition } from '../engine/playback-position.ts'
import { speeds } from '../playback-options.ts'
import { currentTrack, type Queue, type Repeat } from '../queue/queue.ts'
import { setRepeat, setShuffle } from '../queue/queue-editing.ts'
import type { Player, PlayerState } from '../store.ts'
import {
  clearQueue,
  loadPosition,
  loadQueue,
  type Owner,
  savePosition,
  saveQueue,
} from './player-storage.ts'

const volumeKey = 'player-volume'
const modesKey = 'player-modes'
/** Seconds of listening that a crash may lose. */
const savePositionEvery = 5
/** Milliseconds after which a changed queue is saved: writing a thousand tracks must not delay the sound. */
const saveQueueAfter = 1000

type PersistenceDeps = {
  player: Player
  position: PlaybackPosition
  storage: BrowserStorage
  /** Rejects while the server cannot be reached. */
  owner: () => Promise<Owner>
  onPageHide: (listener: () => void) => void
}

/** Restores queue, position, volume and modes after a reload, paused, and saves them from then on. */
export function connectPersistence(deps: PersistenceDeps) {
  const { player, storage } = deps
  let restored: Track | null = null
  restoreVolume(player, storage)
  const withModes = restoreModes(player, storage)
  saveChanges(deps, volumeKey, ({ volume, muted }) => ({ volume, muted }))
  saveChanges(deps, modesKey, modesOf)

  deps.owner().then(
    (owner) => {
      const saved = loadQueue(storage, owner)
      if (saved && !player.state().currentTrack) {
        const { queue, nextPage } = saved
        restored = currentTrack(queue)
        const startAt = restored ? loadPosition(storage, restored.id) : 0
        player.load(withModes(queue), { position: startAt, paused: true, nextPage })
      }
      persistQueue(deps, owner)
      persistPosition(deps)
    },
    // Without the owner the queue is neither restored nor saved.
    () => {},
  )
  player.subscribe(() => {
    if (player.state().isPlaying) restored = null
  })
  return { isRestored: (track: Track) => track.id === restored?.id }
}

function restoreVolume(player: Player, storage: BrowserStorage) {
  const saved = readJson<Pick<PlayerState, 'volume' | 'muted'>>(storage, volumeKey)
  if (typeof saved?.volume === 'number') player.setVolume(saved.volume, saved.muted)
}

/** The listener's choices in this browser. */
type Modes = { shuffle: boolean; repeat: Repeat; speed: number; autoplay: boolean }

const modesOf = ({ queue, speed, autoplay }: PlayerState): Modes => ({
  shuffle: queue.original !== null,
  repeat: queue.repeat,
  speed,
  autoplay,
})

/** Returns a function that applies shuffle and repeat to another queue. */
function restoreModes(player: Player, storage: BrowserStorage) {
  const { shuffle = false, repeat = 'off', ...saved } = readJson<Modes>(storage, modesKey) ?? {}
  const withModes = (queue: Queue) => setRepeat(setShuffle(queue, shuffle), repeat)
  player.changeQueue(withModes)
  player.update({ autoplay: saved.autoplay === true })
  player.setSpeed(speeds.find((speed) => speed === saved.speed) ?? 1)
  return withModes
}

function saveChanges<Value>(
  { player, storage }: PersistenceDeps,
  key: string,
  select: (state: PlayerState) => Value,
) {
  let saved = JSON.stringify(select(player.state()))
  player.subscribe(() => {
    const current = JSON.stringify(select(player.state()))
    if (current !== saved) storage.set(key, current)
    saved = current
  })
}

/** Saves on play too: the last tab that plays wins. */
function persistQueue({ player, storage, onPageHide }: PersistenceDeps, owner: Owner) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function save() {
    clearTimeout(timer)
    timer = undefined
    const state = player.state()
    if (state.currentTrack) saveQueue(storage, owner, state)
    else clearQueue(storage)
  }
  const schedule = () => {
    timer ??= setTimeout(save, saveQueueAfter)
  }
  let previous = player.state()
  player.subscribe(() => {
    const state = player.state()
    const hasStarted = state.isPlaying && !previous.isPlaying
    if (state.queue !== previous.queue || state.nextPage !== previous.nextPage || hasStarted)
      schedule()
    if (!state.currentTrack && previous.currentTrack) save()
    previous = state
  })
  onPageHide(() => timer !== undefined && save())
  if (previous.currentTrack) schedule()
}

function persistPosition({ player, position, storage, onPageHide }: PersistenceDeps) {
  let saved = 0
  function save() {
    const track = player.state().currentTrack
    if (!track) return
    saved = position.current()
    savePosition(storage, track.id, saved)
  }
  position.subscribe(() => {
    if (Math.abs(position.current() - saved) >= savePositionEvery) save()
  })
  let wasPlaying = player.state().isPlaying
  player.subscribeDeferred(() => {
    const { isPlaying } = player.state()
    if (wasPlaying && !isPlaying) save()
    wasPlaying = isPlaying
  })
  onPageHide(() => player.state().isPlaying && save())
}
