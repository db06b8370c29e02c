import type { Track } from '#contract/tracks.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import type { PlaybackPosition } from '../engine/playback-position.ts'
import { currentTrack, type Queue } from '../queue/queue.ts'
import { setRepeat, setShuffle } from '../queue/queue-editing.ts'
import type { Player } from '../store.ts'
import {
  clearQueue,
  loadModes,
  loadPosition,
  loadQueue,
  loadVolume,
  type Modes,
  type Owner,
  saveModes,
  savePosition,
  saveQueue,
  saveVolume,
} from './player-storage.ts'

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

/** Restores queue, position and volume after a reload, paused, and saves them from then on. */
export function connectPersistence({ player, position, storage, ...deps }: PersistenceDeps) {
  let restored: Track | null = null
  const volume = loadVolume(storage)
  if (volume) player.setVolume(volume.volume, volume.muted)
  persistVolume(player, storage)
  const modes = loadModes(storage)
  const withModes = (queue: Queue) => setRepeat(setShuffle(queue, modes.shuffle), modes.repeat)
  player.changeQueue(withModes)
  player.update({ autoplay: modes.autoplay })
  player.setSpeed(modes.speed)
  persistModes(player, storage)

  deps.owner().then(
    (owner) => {
      const saved = loadQueue(storage, owner)
      if (saved && !player.state().currentTrack) {
        const { queue, nextPage } = saved
        restored = currentTrack(queue)
        const startAt = restored ? loadPosition(storage, restored.id) : 0
        player.load(withModes(queue), { position: startAt, paused: true, nextPage })
      }
      persistQueue(player, storage, owner, deps.onPageHide)
      persistPosition(player, position, storage, deps.onPageHide)
    },
    // Without the owner the queue is neither restored nor saved.
    () => {},
  )
  player.subscribe(() => {
    if (player.state().isPlaying) restored = null
  })
  return { isRestored: (track: Track) => track.id === restored?.id }
}

function persistVolume(player: Player, storage: BrowserStorage) {
  let { volume, muted } = player.state()
  player.subscribe(() => {
    const state = player.state()
    if (state.volume === volume && state.muted === muted) return
    ;({ volume, muted } = state)
    saveVolume(storage, { volume, muted })
  })
}

function persistModes(player: Player, storage: BrowserStorage) {
  const currentModes = (): Modes => {
    const { queue, speed, autoplay } = player.state()
    return { shuffle: queue.original !== null, repeat: queue.repeat, speed, autoplay }
  }
  let saved = JSON.stringify(currentModes())
  player.subscribe(() => {
    const modes = currentModes()
    if (JSON.stringify(modes) === saved) return
    saved = JSON.stringify(modes)
    saveModes(storage, modes)
  })
}

/** Saves on play too: the last tab that plays wins. */
function persistQueue(
  player: Player,
  storage: BrowserStorage,
  owner: Owner,
  onPageHide: PersistenceDeps['onPageHide'],
) {
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

function persistPosition(
  player: Player,
  position: PlaybackPosition,
  storage: BrowserStorage,
  onPageHide: PersistenceDeps['onPageHide'],
) {
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
  player.subscribe(() => {
    const { isPlaying } = player.state()
    if (wasPlaying && !isPlaying) save()
    wasPlaying = isPlaying
  })
  onPageHide(() => player.state().isPlaying && save())
}
