import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { genreLabel, genres } from '#contract/genres.ts'
import { limits } from '#contract/limits.ts'
import { type Track, trackFields } from '#contract/tracks.ts'
import { uploadArtwork } from '#web/api/uploads.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { imageAccept } from '#web/ui/file-validation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useUpdateTrack } from './use-admin-mutations.ts'

const { title, artist, genre, description } = trackFields
const form = z.object({ title, artist, genre, description })

type EditTrackDialogProps = { row: Track; onClose: () => void }

/** Closing it discards all changes, including the uploaded artwork. */
export function EditTrackDialog({ row: track, onClose }: EditTrackDialogProps) {
  const save = useUpdateTrack(track, onClose)
  const [artworkUrl, setArtworkUrl] = useState<string>()
  const draft = useRestoredDraft<{ row: Track; typed: z.input<typeof form> }>(
    draftKeys.managedTrack,
  )
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      title: track.title,
      artist: track.artist ?? '',
      genre: knownGenre(track.genre),
      description: track.description ?? '',
      ...(draft?.row?.id === track.id && draft.typed),
    },
  })
  const { errors } = formState
  const submit = handleSubmit(({ title, artist, genre, description }) =>
    save.mutate({
      title,
      artist: artist ?? '',
      genre: genre ?? '',
      description: description ?? '',
      ...(artworkUrl !== undefined && { artworkUrl }),
    }),
  )
  return (
    <FormDialog
      title="Edit Track"
      text={`Update track information for "${track.title}"`}
      onClose={() => save.isPending || onClose()}
    >
      <DialogForm
        onSubmit={submit}
        isDirty={formState.isDirty || artworkUrl !== undefined || draft !== null}
        isPending={save.isPending}
        submit="Save Changes"
        pendingText="Saving..."
        onBack={onClose}
      >
        <TextField
          label="Title"
          autoComplete="off"
          error={errors.title?.message}
          {...register('title')}
        />
        <TextField
          label="Artist"
          autoComplete="off"
          error={errors.artist?.message}
          {...register('artist')}
        />
        <SelectField label="Genre" error={errors.genre?.message} {...register('genre')}>
          <option value="">No genre</option>
          {genres.map((value) => (
            <option key={value} value={value}>
              {genreLabel(value)}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Description"
          error={errors.description?.message}
          {...register('description')}
        />
        <DropZone
          label="Album Artwork"
          what="an image"
          hint="JPG, PNG, GIF or WebP, up to 5 MB"
          kind="image"
          accept={imageAccept}
          maxBytes={limits.maxImageBytes}
          onFile={(file, signal) => uploadArtwork(file, { signal })}
          onUploaded={setArtworkUrl}
          onRemove={() => setArtworkUrl(undefined)}
        />
      </DialogForm>
    </FormDialog>
  )
}

function knownGenre(genre: string | null) {
  return genres.find((value) => value === genre) ?? ''
}
