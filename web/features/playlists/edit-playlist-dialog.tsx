import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { privacies } from '#contract/fields.ts'
import { newPlaylist, type Playlist } from '#contract/playlists.ts'
import { type PlaylistChange, refreshPlaylists, updatePlaylist } from '#web/api/playlists.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { privacyWords } from '#web/lib/privacy-words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { keepDraft } from '#web/ui/form-draft.ts'
import { useToasts } from '#web/ui/toast/toast-context.ts'
import { useKeptDraft } from '#web/ui/use-kept-draft.ts'
import { editDraft } from './edit-draft.ts'
import { done, failed } from './messages.ts'

const form = newPlaylist.required({ privacy: true })

type EditPlaylistDialogProps = { playlist: Playlist; onClose: () => void }

export function EditPlaylistDialog({ playlist, onClose }: EditPlaylistDialogProps) {
  const save = useSave({ playlist, onClose })
  const draft = useKeptDraft<PlaylistChange>(editDraft(playlist))
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      title: playlist.title,
      description: playlist.description ?? '',
      privacy: playlist.privacy,
      ...draft,
    },
  })
  const privacy = useWatch({ control, name: 'privacy' })
  const submit = handleSubmit(({ title, description, privacy }) =>
    save.mutate({ title, description: description ?? '', privacy }),
  )
  return (
    <Dialog title="Edit playlist" onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        isPending={save.isPending}
        submit="Save Changes"
        pendingText="Saving..."
        onBack={onClose}
      >
        <TextField
          label="Title"
          autoComplete="off"
          error={formState.errors.title?.message}
          {...register('title')}
        />
        <TextAreaField
          label="Description"
          optional
          error={formState.errors.description?.message}
          {...register('description')}
        />
        <SelectField
          label="Privacy"
          hint={privacyWords[privacy].hint}
          error={formState.errors.privacy?.message}
          {...register('privacy')}
        >
          {privacies.map((value) => (
            <option key={value} value={value}>
              {privacyWords[value].name}
            </option>
          ))}
        </SelectField>
      </DialogForm>
    </Dialog>
  )
}

function useSave({ playlist, onClose }: EditPlaylistDialogProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (change: PlaylistChange) => updatePlaylist(playlist.id, change),
    meta: { onFailure: failed.update },
    onError: (error, typed) => isUnauthorized(error) && keepDraft(editDraft(playlist), typed),
    onSuccess: async () => {
      await refreshPlaylists(queryClient, playlist.userId)
      onClose()
      toasts.show(done.updated)
    },
  })
}
