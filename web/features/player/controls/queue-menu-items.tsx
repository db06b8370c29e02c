import { ListEnd, ListStart } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import { useAddToQueue } from '../queue/use-add-to-queue.ts'

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
