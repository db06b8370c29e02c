import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { newPlaylist } from '#contract/playlists.ts'
import { createPlaylist, type PlaylistText, refreshPlaylists } from '#web/api/playlists.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { keepDraft } from '#web/ui/form-draft.ts'
import { useToasts } from '#web/ui/toast/toast-context.ts'
import { useKeptDraft } from '#web/ui/use-kept-draft.ts'
import { done, failed } from './messages.ts'
import { newPlaylistPageDraft } from './new-playlist-draft.ts'

const form = newPlaylist.pick({ title: true, description: true })

type NewPlaylistDialogProps = { userId: string; onClose: () => void }

/** A playlist with nothing in it yet. */
export function NewPlaylistDialog({ userId, onClose }: NewPlaylistDialogProps) {
  const create = useCreate({ userId, onClose })
  const draft = useKeptDraft<PlaylistText>(newPlaylistPageDraft)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { title: '', description: '', ...draft },
  })
  const submit = handleSubmit(({ title, description }) =>
    create.mutate({ title, description: description ?? '' }),
  )
  return (
    <Dialog title="New playlist" onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        isPending={create.isPending}
        submit="Create"
        pendingText="Creating..."
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
      </DialogForm>
    </Dialog>
  )
}

function useCreate({ userId, onClose }: NewPlaylistDialogProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: createPlaylist,
    meta: { onFailure: failed.create },
    onError: (error, typed) => isUnauthorized(error) && keepDraft(newPlaylistPageDraft, typed),
    onSuccess: async () => {
      await refreshPlaylists(queryClient, userId)
      onClose()
      toasts.show(done.createdEmpty)
    },
  })
}
