import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { privacies } from '#contract/fields.ts'
import { newPlaylist, type Playlist } from '#contract/playlists.ts'
import type { PlaylistChange } from '#web/api/playlists.ts'
import { privacyLabels } from '#web/lib/privacy-labels.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'

const form = newPlaylist.required({ privacy: true })

type PlaylistFormProps = Omit<ComponentProps<typeof DialogForm>, 'children' | 'onSubmit'> & {
  /** The name under which what was typed is kept when its owner has to sign in again. */
  draftName: string
  /** As it is so far; a new one is public. */
  playlist?: Playlist
  takesFocus?: boolean
  onSubmit: (typed: PlaylistChange) => void
}

/** What can be said about a playlist, new or not. */
export function PlaylistForm({ draftName, playlist, takesFocus, ...rest }: PlaylistFormProps) {
  const draft = useRestoredDraft<PlaylistChange>(draftName)
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
  const field = (name: keyof PlaylistChange) => ({
    ...register(name),
    error: formState.errors[name]?.message,
  })
  return (
    <DialogForm
      {...rest}
      onSubmit={handleSubmit(({ description, ...typed }) =>
        rest.onSubmit({ ...typed, description: description ?? '' }),
      )}
    >
      <TextField label="Title" autoFocus={takesFocus} autoComplete="off" {...field('title')} />
      <TextAreaField label="Description" optional {...field('description')} />
      {playlist && (
        <SelectField label="Privacy" hint={privacyLabels[privacy].hint} {...field('privacy')}>
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
