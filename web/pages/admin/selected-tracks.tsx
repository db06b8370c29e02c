import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { onTrackDeleted, onTrackUpdated } from '#web/api/cache-updates.ts'
import { hasStatus, request } from '#web/api/client.ts'
import { pluralize } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type SelectedTracksProps = { tracks: readonly Track[]; onClear: () => void }

/** What can be done with several tracks at once: one request for each, until one fails. */
export function SelectedTracks({ tracks, onClear }: SelectedTracksProps) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const count = pluralize(tracks.length, 'track')
  const hide = useMutation({
    mutationFn: async () => {
      for (const { id } of tracks) {
        const body = { id, privacy: 'private' as const }
        const updated = await request(routes.updateTrack, { params: { id }, body })
        void onTrackUpdated(queryClient, updated)
      }
    },
    meta: {
      done: { title: `${count} made private` },
      onFailure: { title: 'Not all tracks were made private' },
    },
    onSuccess: onClear,
  })
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id } of tracks) {
        await request(routes.deleteTrack, { params: { id } }).catch((error: unknown) => {
          // Somebody else has deleted it.
          if (!hasStatus(error, 404)) throw error
        })
        void onTrackDeleted(queryClient, id)
      }
    },
    meta: {
      done: { title: `${count} deleted` },
      onFailure: { title: 'Not all tracks were deleted' },
    },
    onSuccess: onClear,
    onSettled: () => setAsking(false),
  })
  return (
    <section
      aria-label="Selected tracks"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-panel border border-line bg-surface px-5 py-3"
    >
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {count} selected
      </p>
      <Button size="small" isPending={hide.isPending} onClick={() => hide.mutate()}>
        Make private
      </Button>
      <Button size="small" tone="ghost-danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Button size="small" tone="ghost" onClick={onClear}>
        Clear selection
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete Tracks"
          text={`Are you sure you want to delete ${count}? This action cannot be undone and will remove the tracks and all associated likes and comments.`}
          confirm={`Delete ${count}`}
          pendingText="Deleting..."
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
