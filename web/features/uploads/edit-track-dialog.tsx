import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Track } from '#contract/tracks.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toFormValues, toTrackUpdate, trackForm } from './edit-track-form.ts'
import { TrackFieldset } from './track-fieldset.tsx'
import { type TrackEditDraft, useUpdateTrack } from './use-track-mutations.ts'

type EditTrackDialogProps = {
  track: Track
  /** For the player, which may have the track in its queue. */
  onChanged: (track: Track) => void
  onClose: () => void
}

export function EditTrackDialog({ track, onChanged, onClose }: EditTrackDialogProps) {
  const draft = useRestoredDraft<TrackEditDraft>(draftKeys.track)
  const form = useForm({
    resolver: zodResolver(trackForm),
    defaultValues: { ...toFormValues(track), ...(draft?.track?.id === track.id && draft.typed) },
  })
  const isDirty = form.formState.isDirty || draft !== null
  const save = useUpdateTrack(track, form.getValues, (updated) => {
    onChanged(updated)
    onClose()
  })
  const submit = form.handleSubmit((valid) => save.mutate(toTrackUpdate(valid)))
  return (
    <FormDialog title="Edit Track" text={track.title} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        isDirty={isDirty}
        isPending={save.isPending}
        submit="Save Changes"
        pendingText="Saving..."
        onBack={onClose}
      >
        <TrackFieldset form={form} saved={track.privacy} />
      </DialogForm>
    </FormDialog>
  )
}
