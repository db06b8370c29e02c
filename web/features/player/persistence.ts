import type { Track } from '#contract/tracks.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import type { PlaybackPosition } from './playback-position.ts'
import {
  forgetQueue,
  keepPlace,
  keepQueue,
  keepVolume,
  type Owner,
  readPlace,
  readQueue,
  readVolume,
} from './player-storage.ts'
import { currentTrack } from './queue.ts'
import type { Player } from './store.ts'

/** Seconds of listening that may be lost with a crash. */
const placeEvery = 5

type RememberParts = {
  player: Player
  position: PlaybackPosition
  storage: BrowserStorage
  /** Who is here; fails while the server does not say. */
  owner: () => Promise<Owner>
  /** When the page is about to go. */
  onLeaving: (listener: () => void) => void
}

/** Queue, place and volume survive a reload: loaded again, and paused. */
export function rememberPlayer({ player, position, storage, ...parts }: RememberParts) {
  let restored: Track | null = null
  const volume = readVolume(storage)
  if (volume) player.setVolume(volume.volume, volume.muted)
  writeVolume(player, storage)

  parts.owner().then(
    (owner) => {
      const kept = readQueue(storage, owner)
      if (kept && !player.state().currentTrack) {
        restored = currentTrack(kept)
        player.load(kept, { at: restored ? readPlace(storage, restored.id) : 0, paused: true })
      }
      writeQueue(player, storage, owner)
      writePlace(player, position, storage, parts.onLeaving)
    },
    // Nobody knows whose queue it would be.
    () => {},
  )
  player.subscribe(() => {
    if (player.state().isPlaying) restored = null
  })
  return { isRestored: (track: Track) => track === restored }
}

function writeVolume(player: Player, storage: BrowserStorage) {
  let { volume, muted } = player.state()
  player.subscribe(() => {
    const now = player.state()
    if (now.volume === volume && now.muted === muted) return
    ;({ volume, muted } = now)
    keepVolume(storage, volume, muted)
  })
}

/** Whoever plays last, in whichever tab, is remembered. */
function writeQueue(player: Player, storage: BrowserStorage, owner: Owner) {
  let written = player.state()
  function write() {
    const now = player.state()
    const begins = now.isPlaying && !written.isPlaying
    if (now.queue !== written.queue || begins) {
      if (now.currentTrack) keepQueue(storage, owner, now.queue)
      else forgetQueue(storage)
    }
    written = now
  }
  player.subscribe(write)
  if (written.currentTrack) keepQueue(storage, owner, written.queue)
}

function writePlace(
  player: Player,
  position: PlaybackPosition,
  storage: BrowserStorage,
  onLeaving: RememberParts['onLeaving'],
) {
  let written = 0
  function write() {
    const track = player.state().currentTrack
    if (!track) return
    written = position.current()
    keepPlace(storage, track.id, written)
  }
  position.subscribe(() => {
    if (Math.abs(position.current() - written) >= placeEvery) write()
  })
  let wasPlaying = player.state().isPlaying
  player.subscribe(() => {
    const { isPlaying } = player.state()
    if (wasPlaying && !isPlaying) write()
    wasPlaying = isPlaying
  })
  onLeaving(() => player.state().isPlaying && write())
}
