import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { newPlaylist } from '#contract/playlists.ts'
import {
  addToPlaylist,
  createPlaylist,
  type PlaylistText,
  refreshPlaylists,
} from '#web/api/playlists.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { keepDraft } from '#web/ui/form-draft.ts'
import { useToasts } from '#web/ui/toast/toast-context.ts'
import { useKeptDraft } from '#web/ui/use-kept-draft.ts'
import { done, failed } from './messages.ts'

export const newPlaylistDraft = 'new playlist'

const form = newPlaylist.pick({ title: true, description: true })

type CreatePlaylistProps = {
  trackId: string
  userId: string
  takesFocus: boolean
  onBack: () => void
  onAdded: () => void
}

/** The form for a new playlist with the track in it. */
export function CreatePlaylist(props: CreatePlaylistProps) {
  const create = useCreateAndAdd(props)
  const draft = useKeptDraft<PlaylistText>(newPlaylistDraft)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { title: '', description: '', ...draft },
  })
  const submit = handleSubmit(({ title, description }) =>
    create.mutate({ title, description: description ?? '' }),
  )
  return (
    <DialogForm
      onSubmit={submit}
      isPending={create.isPending}
      submit="Create & add"
      pendingText="Creating..."
      back="Back"
      onBack={props.onBack}
    >
      <TextField
        label="Title"
        autoFocus={props.takesFocus}
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
    </DialogForm>
  )
}

/** Two calls, one after the other: where the second fails, the new playlist is there to be picked. */
function useCreateAndAdd({ trackId, userId, onBack, onAdded }: CreatePlaylistProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const add = useMutation({
    mutationFn: (playlistId: string) => addToPlaylist(playlistId, trackId),
    meta: { onFailure: failed.add },
    onError: onBack,
    onSuccess: () => {
      onAdded()
      toasts.show(done.created)
    },
    onSettled: () => void refreshPlaylists(queryClient, userId),
  })
  const create = useMutation({
    mutationFn: createPlaylist,
    meta: { onFailure: failed.create },
    onError: (error, typed) => isUnauthorized(error) && keepDraft(newPlaylistDraft, typed),
    onSuccess: ({ id }) => add.mutate(id),
  })
  return { mutate: create.mutate, isPending: create.isPending || add.isPending }
}
