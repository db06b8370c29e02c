import { appendToList } from './queue-editing.ts'
import type { Player } from './store.ts'

/** Tracks left in the list when more of it are loaded. */
const minUpcoming = 20

/** Continues a list that is longer than what was loaded of it. */
export function connectMoreTracks(player: Player, log: (error: unknown) => void): void {
  let isLoading = false
  let failedAt: string | undefined
  async function update() {
    const { more, queue } = player.state()
    const { entries, index, source } = queue
    const current = entries[index]?.id
    if (!more || isLoading || entries.length - index > minUpcoming || current === failedAt) return
    isLoading = true
    try {
      const tracks = await more()
      if (player.state().more !== more) return
      player.changeQueue((now) => appendToList(now, tracks, source))
      if (tracks.length === 0) player.update({ more: null })
      failedAt = undefined
    } catch (error) {
      // Loaded again with the next track.
      failedAt = current
      log(error)
    } finally {
      isLoading = false
    }
  }
  player.subscribe(() => void update())
  void update()
}
