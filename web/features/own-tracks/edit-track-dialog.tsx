import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Track } from '#contract/tracks.ts'
import { onTrackUpdated } from '#web/api/cache-updates.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { type TrackUpdate, updateTrack } from '#web/api/track-mutations.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { saveDraft, useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { type EditDraft, editDraft } from './edit-draft.ts'
import { done, failed } from './messages.ts'
import { TrackFieldset } from './track-fieldset.tsx'
import { changeOf, type TrackText, textOf, trackForm } from './track-form.ts'

type EditTrackDialogProps = {
  track: Track
  /** The player may have it, too. */
  onChanged: (track: Track) => void
  onClose: () => void
}

export function EditTrackDialog({ track, onChanged, onClose }: EditTrackDialogProps) {
  const draft = useRestoredDraft<EditDraft>(editDraft)
  const form = useForm({
    resolver: zodResolver(trackForm),
    defaultValues: { ...textOf(track), ...(draft?.track?.id === track.id && draft.typed) },
  })
  const save = useSave({ track, onChanged, onClose }, form.getValues)
  const submit = form.handleSubmit((valid) => save.mutate(changeOf(valid)))
  return (
    <Dialog title="Edit Track" text={track.title} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        isPending={save.isPending}
        submit="Save Changes"
        pendingText="Saving..."
        onBack={onClose}
      >
        <TrackFieldset form={form} />
      </DialogForm>
    </Dialog>
  )
}

function useSave({ track, onChanged, onClose }: EditTrackDialogProps, typed: () => TrackText) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (change: TrackUpdate) => updateTrack(track.id, change),
    meta: { onFailure: failed.update },
    onError: (error) => isUnauthorized(error) && saveDraft(editDraft, { track, typed: typed() }),
    onSuccess: (changed) => {
      void onTrackUpdated(queryClient, changed)
      onChanged(changed)
      onClose()
      toasts.show(done.updated)
    },
  })
}
