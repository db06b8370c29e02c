import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { newPlaylist, type Playlist } from '#contract/playlists.ts'
import { privacyHint } from '#web/lib/privacy-labels.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form-dialog.tsx'
import { PrivacyOptions } from '#web/ui/privacy-label.tsx'
import { useDraftForm } from '#web/ui/use-draft-form.ts'

const schema = newPlaylist.required({ privacy: true })
type PlaylistValues = z.output<typeof schema>

type PlaylistFormProps = {
  /** Key of the draft that is restored after signing in again. */
  draftKey: string
  /** Undefined for a new one, which is public. */
  playlist?: Playlist | undefined
  save: (values: PlaylistValues) => Promise<Playlist>
  meta: NonNullable<Parameters<typeof useMutation>[0]['meta']>
  onSaved: (playlist: Playlist) => unknown
  /** Whether `onSaved` has not finished. */
  isBusy?: boolean
  takesFocus?: boolean
  submit?: string
  pendingText?: string
  back?: string
  onClose: () => void
}

/** Creates or edits a playlist. */
export function PlaylistForm({ draftKey, playlist, takesFocus, ...props }: PlaylistFormProps) {
  const { save, meta, onSaved, isBusy = false, ...dialog } = props
  const { field, control, handleSubmit, isDirty, keepDraft } = useDraftForm(schema, {
    key: draftKey,
    values: {
      title: playlist?.title ?? '',
      description: playlist?.description ?? '',
      privacy: playlist?.privacy ?? 'public',
    },
  })
  const privacy = useWatch({ control, name: 'privacy' })
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    meta: { ...meta, onSessionExpired: keepDraft },
    onSuccess: onSaved,
  })
  return (
    <DialogForm
      {...dialog}
      isDirty={isDirty}
      isPending={isPending || isBusy}
      onSubmit={handleSubmit(({ description, ...values }) =>
        mutate({ ...values, description: description ?? '' }),
      )}
    >
      <TextField label="Title" autoFocus={takesFocus} autoComplete="off" {...field('title')} />
      <TextAreaField label="Description" optional {...field('description')} />
      {playlist && (
        <SelectField
          label="Privacy"
          hint={privacyHint(privacy, playlist.privacy)}
          {...field('privacy')}
        >
          <PrivacyOptions />
        </SelectField>
      )}
    </DialogForm>
  )
}
