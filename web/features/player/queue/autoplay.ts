import type { Track } from '#contract/tracks.ts'
import type { Player } from '../store.ts'
import { appendToList, upcoming } from './queue-editing.ts'

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
