import type { Track } from '#contract/tracks.ts'
import type { Player } from '../store.ts'
import { appendToList, upcoming } from './queue-editing.ts'

/** Tracks left in the list when more of it are loaded. */
const minUpcoming = 20

type MoreTracksDeps = {
  player: Player
  load: (url: string) => Promise<{ items: readonly Track[]; next: string | null }>
  /** Whether the list is gone. */
  isFinal: (error: unknown) => boolean
}

/** Continues a list that is longer than what was loaded of it. */
export function connectMoreTracks({ player, load, isFinal }: MoreTracksDeps): void {
  let isLoading = false
  let failedAt: string | undefined
  async function update() {
    const { nextPage, queue } = player.state()
    const { entries, index, source } = queue
    const current = entries[index]?.id
    if (!nextPage || isLoading || entries.length - index > minUpcoming || current === failedAt)
      return
    isLoading = true
    try {
      const { items, next } = await load(nextPage)
      failedAt = undefined
      if (player.state().nextPage === nextPage)
        player.update({ queue: appendToList(player.state().queue, items, source), nextPage: next })
    } catch (error) {
      // Loaded again with the next track.
      failedAt = current
      console.warn(error)
      if (isFinal(error) && player.state().nextPage === nextPage) player.update({ nextPage: null })
    } finally {
      isLoading = false
    }
    // The page may have been short, or the list is another one by now.
    void update()
  }
  player.subscribe(() => void update())
  void update()
}

type AutoplayDeps = {
  player: Player
  similar: (track: Track) => Promise<Track[]>
}

/** With autoplay on, similar tracks follow the last one of the queue. */
export function connectAutoplay({ player, similar }: AutoplayDeps): void {
  let requestedFor: string | undefined
  async function update() {
    const { currentTrack, isPlaying, autoplay, queue, nextPage } = player.state()
    const isLast =
      queue.added.length + upcoming(queue).length === 0 && queue.repeat === 'off' && !nextPage
    if (!currentTrack || !autoplay || !isPlaying || !isLast || requestedFor === currentTrack.id)
      return
    requestedFor = currentTrack.id
    try {
      const tracks = await similar(currentTrack)
      if (player.state().currentTrack?.id !== requestedFor || !player.state().autoplay) return
      player.changeQueue((now) => {
        const queued = new Set(now.entries.map(({ track }) => track.id))
        return appendToList(
          now,
          tracks.filter(({ id }) => !queued.has(id)),
          'similar tracks',
        )
      })
    } catch (error) {
      requestedFor = undefined
      console.warn(error)
    }
  }
  player.subscribe(() => void update())
}
