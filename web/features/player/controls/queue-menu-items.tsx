import { ListEnd, ListStart } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { type Queue, removeEntries } from '../queue/queue.ts'
import { addToQueue, playNext } from '../queue/queue-editing.ts'
import { usePlayer } from '../use-player.ts'

/** Queues one track, or all tracks of a playlist. */
export function QueueMenuItems({ tracks }: { tracks: readonly Track[] }) {
  const { playNext, addToQueue } = useAddToQueue()
  return (
    <>
      <MenuItem icon={<ListStart />} onSelect={() => playNext(tracks)}>
        Play next
      </MenuItem>
      <MenuItem icon={<ListEnd />} onSelect={() => addToQueue(tracks)}>
        Add to queue
      </MenuItem>
    </>
  )
}

type Add = (queue: Queue, tracks: readonly Track[]) => Queue

/** Queues tracks manually, and offers to undo it. */
export function useAddToQueue() {
  const player = usePlayer()
  const toasts = useToasts()
  function add(tracks: readonly Track[], change: Add, title: string) {
    const before = player.state().queue
    player.changeQueue((queue) => change(queue, tracks))
    const { lastId } = player.state().queue
    const isAdded = ({ id }: { id: string }) => Number(id) > before.lastId && Number(id) <= lastId
    function undo() {
      player.changeQueue((queue) => removeEntries(queue, isAdded))
      // In an empty queue the added track has become the current one, which is not removed.
      const { queue, isPlaying } = player.state()
      const [only] = queue.entries
      if (queue.entries.length + queue.added.length === 1 && only && isAdded(only) && !isPlaying)
        player.stop()
    }
    toasts.show({
      title,
      tone: 'success',
      actions: [{ label: 'Undo', onClick: undo }],
    })
  }
  return {
    playNext: (tracks: readonly Track[]) => add(tracks, playNext, 'Plays next'),
    addToQueue: (tracks: readonly Track[]) => add(tracks, addToQueue, 'Added to queue'),
  }
}
