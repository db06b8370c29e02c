import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { trackToEditQuery } from '#web/api/track-mutations.ts'
import { EditLoader } from '#web/ui/edit-loader.tsx'

type WholeTrackProps = {
  track: Track
  onClose: () => void
  children: (track: TrackDetail) => ReactNode
}

/** A form about a track. */
export function WholeTrack({ track, ...props }: WholeTrackProps) {
  const query = useQuery(trackToEditQuery(track))
  return <EditLoader title="Edit Track" what="The track" query={query} {...props} />
}
