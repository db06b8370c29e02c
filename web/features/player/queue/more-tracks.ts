import type { Track } from '#contract/tracks.ts'
import type { Player } from '../store.ts'
import { appendToList } from './queue-editing.ts'

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
