import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import * as routes from '#contract/routes.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { onTrackUpdated } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import type { TrackUpdate } from '#web/api/track-mutations.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { privacyHint } from '#web/lib/privacy-labels.ts'
import { DownloadField } from '#web/ui/download-field.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PrivacyOptions } from '#web/ui/privacy-label.tsx'
import { PublishField } from '#web/ui/publish-field.tsx'
import { useDraftForm } from '#web/ui/use-draft-form.ts'
import { GenreOptions } from './track-fields.tsx'
import { toFormValues, toTrackUpdate, trackForm } from './track-form.ts'
import { WholeTrack } from './whole-track.tsx'

type EditTrackDialogProps = {
  track: Track
  /** For the player, which may have the track in its queue. */
  onChanged: (track: Track) => void
  onClose: () => void
}

export function EditTrackDialog(props: EditTrackDialogProps) {
  return <WholeTrack {...props}>{(track) => <TrackForm {...props} track={track} />}</WholeTrack>
}

type TrackFormProps = EditTrackDialogProps & { track: TrackDetail }

function TrackForm({ track, onChanged, onClose }: TrackFormProps) {
  const { field, control, handleSubmit, isDirty, keepDraft } = useDraftForm(trackForm, {
    key: draftKeys.track,
    values: toFormValues(track),
    subject: track,
  })
  const privacy = useWatch({ control, name: 'privacy' })
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: TrackUpdate) =>
      request(routes.updateTrack, { params: { id: track.id }, body }),
    meta: {
      done: { title: 'Track updated!' },
      onFailure: { text: 'Failed to update track. Please try again.' },
      onSessionExpired: keepDraft,
    },
    onSuccess: (updated) => {
      void onTrackUpdated(queryClient, updated)
      onChanged(updated)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Edit Track"
      text={track.title}
      onClose={onClose}
      onSubmit={handleSubmit((valid) => save.mutate(toTrackUpdate(valid)))}
      isDirty={isDirty}
      isPending={save.isPending}
    >
      <TextField label="Title" autoComplete="off" {...field('title')} />
      <TextAreaField label="Description" optional {...field('description')} />
      <div className="grid gap-5.5 tablet:grid-cols-2 tablet:items-start tablet:gap-4">
        <TextField label="Artist" optional {...field('artist')} />
        <TextField label="Studio/Label" optional {...field('studio')} />
        <SelectField label="Genre" optional {...field('genre')}>
          <GenreOptions none="No genre" />
        </SelectField>
        <SelectField
          label="Privacy"
          hint={privacyHint(privacy, track.privacy)}
          {...field('privacy')}
        >
          <PrivacyOptions />
        </SelectField>
        {privacy === 'public' && track.privacy !== 'public' && (
          <PublishField control={control} name="publishAt" />
        )}
      </div>
      <TextField
        label="Tags"
        optional
        hint="Separated by commas"
        autoComplete="off"
        {...field('tags')}
      />
      <TextField
        label="ISRC"
        optional
        autoComplete="off"
        placeholder="DE-A01-26-00001"
        {...field('isrc')}
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
      <DownloadField control={control} name="allowDownload" what="the original file" />
    </FormDialog>
  )
}
