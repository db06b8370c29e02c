import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { privacies } from '#contract/fields.ts'
import { newPlaylist, type Playlist } from '#contract/playlists.ts'
import { privacyHint, privacyLabels } from '#web/lib/privacy-labels.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'

const form = newPlaylist.required({ privacy: true })
export type PlaylistValues = z.input<typeof form>

type PlaylistFormProps = Omit<
  ComponentProps<typeof DialogForm>,
  'children' | 'onSubmit' | 'isDirty'
> & {
  /** Key of the draft that is restored after signing in again. */
  draftKey: string
  /** Undefined for a new one, which is public. */
  playlist?: Playlist
  takesFocus?: boolean
  onSubmit: (values: PlaylistValues) => void
}

/** Creates or edits a playlist. */
export function PlaylistForm({ draftKey, playlist, takesFocus, ...rest }: PlaylistFormProps) {
  const draft = useRestoredDraft<PlaylistValues>(draftKey)
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      title: playlist?.title ?? '',
      description: playlist?.description ?? '',
      privacy: playlist?.privacy ?? 'public',
      ...draft,
    },
  })
  const privacy = useWatch({ control, name: 'privacy' })
  const field = (name: keyof PlaylistValues) => ({
    ...register(name),
    error: formState.errors[name]?.message,
  })
  return (
    <DialogForm
      {...rest}
      isDirty={formState.isDirty || draft !== null}
      onSubmit={handleSubmit(({ description, ...values }) =>
        rest.onSubmit({ ...values, description: description ?? '' }),
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
          {privacies.map((value) => (
            <option key={value} value={value}>
              {privacyLabels[value].name}
            </option>
          ))}
        </SelectField>
      )}
    </DialogForm>
  )
}
