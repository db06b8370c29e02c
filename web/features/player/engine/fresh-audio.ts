import type { Track } from '#contract/tracks.ts'
import { currentTrack, moveAfterEnd } from '../queue/queue.ts'
import type { Player } from '../store.ts'

/** Seconds from the start in which a listener has just begun. */
const justBegun = 5
/** Seconds before the end of the current track: before the next one is appended to a stream. */
const checkNextWithin = 30

type FreshAudioDeps = {
  audio: Pick<HTMLAudioElement, 'addEventListener'>
  position: { current(): number; duration(): number }
  player: Pick<Player, 'state' | 'subscribe' | 'replaceTrack' | 'load'>
  /** The track as it is now; null for one that is gone. */
  loadTrack: (track: Track) => Promise<Track | null>
}

/**
 * The audio of a track may have been replaced since it was queued: what begins, and what comes next, gets the present
 * file. Whoever is in the middle of the former one finishes it.
 */
export function connectFreshAudio({ audio, position, player, loadTrack }: FreshAudioDeps): void {
  /** The entry that was checked at its beginning; it may begin again. */
  let begun: string | undefined
  let next: string | undefined

  /** Resolves to whether there is another file. */
  async function refresh(track: Track): Promise<boolean> {
    const fresh = await loadTrack(track).catch(() => null)
    if (!fresh || fresh.audioUrl === track.audioUrl) return false
    const { audioUrl, duration, processing, loudness, formats } = fresh
    player.replaceTrack({ ...track, audioUrl, duration, processing, loudness, formats })
    return true
  }
  async function refreshCurrent(track: Track) {
    const isReplaced = await refresh(track)
    const { currentTrack, queue, isPlaying, loading } = player.state()
    if (isReplaced && currentTrack?.id === track.id)
      player.load(queue, { paused: !isPlaying && !loading })
  }

  function update() {
    const { queue, isPlaying, loading } = player.state()
    const entry = queue.entries[queue.index]
    if (!entry || !isPlaying || loading) return
    if (position.current() >= justBegun) begun = undefined
    else if (begun !== entry.id) {
      begun = entry.id
      void refreshCurrent(entry.track)
    }
    const remaining = position.duration() - position.current()
    const following = moveAfterEnd(queue)
    const track = following && currentTrack(following)
    if (!track || !(remaining < checkNextWithin)) return
    const key = `${entry.id} ${track.id}`
    if (next === key || track.id === entry.track.id) return
    next = key
    void refresh(track)
  }
  player.subscribe(update)
  audio.addEventListener('timeupdate', update)
}
