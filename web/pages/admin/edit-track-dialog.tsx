import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { genres } from '#contract/genres.ts'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { type Track, type TrackDetail, trackFields } from '#contract/tracks.ts'
import { onTrackUpdated } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import type { TrackUpdate } from '#web/api/track-mutations.ts'
import { GenreOptions } from '#web/features/uploads/track-fields.tsx'
import { WholeTrack } from '#web/features/uploads/whole-track.tsx'
import { sendArtworkInZone } from '#web/features/uploads/zone-transfers.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { imageAccept } from '#web/ui/file-validation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { emptyForNull, useDraftForm } from '#web/ui/use-draft-form.ts'
import { failed } from './failed.ts'

const { title, artist, genre, description } = trackFields
const schema = z.object({ title, artist, genre, description })

type EditTrackDialogProps = { row: Track; onClose: () => void }

/** Closing it discards all changes, including the uploaded artwork. */
export function EditTrackDialog({ row, onClose }: EditTrackDialogProps) {
  return (
    <WholeTrack track={row} onClose={onClose}>
      {(track) => <TrackForm track={track} onClose={onClose} />}
    </WholeTrack>
  )
}

function TrackForm({ track, onClose }: { track: TrackDetail; onClose: () => void }) {
  const { id } = track
  const [artworkUrl, setArtworkUrl] = useState<string>()
  const genre = genres.find((value) => value === track.genre)
  const { field, isDirty, keepDraft, handleSubmit } = useDraftForm(schema, {
    key: draftKeys.managedTrack,
    values: emptyForNull<z.input<typeof schema>>(schema, { ...track, genre }),
    subject: track,
  })
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (edit: TrackUpdate) =>
      request(routes.updateTrack, { params: { id }, body: { id, ...edit } }),
    meta: {
      done: { title: 'Track updated!' },
      onFailure: failed('Update', 'track'),
      onSessionExpired: keepDraft,
    },
    onSuccess: (updated) => {
      void onTrackUpdated(queryClient, updated)
      onClose()
    },
  })
  const submit = handleSubmit((valid) =>
    save.mutate({
      ...emptyForNull<z.output<typeof schema>>(schema, valid),
      ...(artworkUrl !== undefined && { artworkUrl }),
    }),
  )
  return (
    <FormDialog
      title="Edit Track"
      text={`Update track information for "${track.title}"`}
      onClose={() => save.isPending || onClose()}
      onSubmit={submit}
      isDirty={isDirty || artworkUrl !== undefined}
      isPending={save.isPending}
    >
      <TextField label="Title" autoComplete="off" {...field('title')} />
      <TextField label="Artist" autoComplete="off" {...field('artist')} />
      <SelectField label="Genre" {...field('genre')}>
        <GenreOptions none="No genre" />
      </SelectField>
      <TextAreaField label="Description" {...field('description')} />
      <DropZone
        label="Album Artwork"
        what="an image"
        hint="JPG, PNG, GIF or WebP, up to 5 MB"
        kind="image"
        accept={imageAccept}
        maxBytes={limits.maxImageBytes}
        onFile={sendArtworkInZone}
        onUploaded={setArtworkUrl}
        onRemove={() => setArtworkUrl(undefined)}
      />
    </FormDialog>
  )
}
