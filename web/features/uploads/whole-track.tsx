import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Track } from '#contract/tracks.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import type { EditableTrack } from './track-form.ts'

type WholeTrackProps = {
  track: Track
  onClose: () => void
  children: (track: EditableTrack) => ReactNode
}

/** A form about a track of a list: its description has to be loaded first. */
export function WholeTrack({ track, onClose, children }: WholeTrackProps) {
  const { data, isPending, isFetching, refetch } = useQuery(trackQuery(track.slug || track.id))
  const { description } = data ?? {}
  if (data && description !== undefined) return children({ ...data, description })
  if (isPending || isFetching) return null
  return (
    <Dialog title="Edit Track" onClose={onClose}>
      <ListError what="The track" onRetry={() => void refetch()} className="flex gap-4" />
    </Dialog>
  )
}
