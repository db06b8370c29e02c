import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { Privacy } from '#contract/fields.ts'
import type { Track } from '#contract/tracks.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { privacyHint } from '#web/lib/privacy-labels.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { GenreOptions, PrivacyOptions } from './track-fields.tsx'
import { type TrackFormValues, toFormValues, toTrackUpdate, trackForm } from './track-form.ts'
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

type TrackFieldsetProps = {
  form: UseFormReturn<TrackFormValues, unknown, z.output<typeof trackForm>>
  /** The privacy before the edit. */
  saved: Privacy
}

function TrackFieldset({ form, saved }: TrackFieldsetProps) {
  const field = (name: keyof TrackFormValues) => ({
    error: form.formState.errors[name]?.message,
    ...form.register(name),
  })
  const privacy = useWatch({ control: form.control, name: 'privacy' })
  return (
    <>
      <TextField label="Title" autoComplete="off" {...field('title')} />
      <TextAreaField label="Description" optional {...field('description')} />
      <div className="grid gap-5.5 tablet:grid-cols-2 tablet:items-start tablet:gap-4">
        <TextField label="Artist" optional {...field('artist')} />
        <TextField label="Studio/Label" optional {...field('studio')} />
        <SelectField label="Genre" optional {...field('genre')}>
          <GenreOptions none="No genre" />
        </SelectField>
        <SelectField label="Privacy" hint={privacyHint(privacy, saved)} {...field('privacy')}>
          <PrivacyOptions />
        </SelectField>
      </div>
      <TextField
        label="Tags"
        optional
        hint="Separated by commas"
        autoComplete="off"
        {...field('tags')}
      />
      <TextField
        label="Spotify URL"
        optional
        type="url"
        placeholder="https://open.spotify.com/track/..."
        {...field('spotifyUrl')}
      />
      <TextField
        label="Apple Music URL"
        optional
        type="url"
        placeholder="https://music.apple.com/..."
        {...field('appleMusicUrl')}
      />
    </>
  )
}
