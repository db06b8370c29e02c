import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { isReleaseType, playlistLabel, playlistTypes } from '#contract/playlist-types.ts'
import { newPlaylist, type Playlist, type PlaylistDetail } from '#contract/playlists.ts'
import { privacyHint } from '#web/lib/privacy-labels.ts'
import { chosenPrivacy } from '#web/lib/publishing.ts'
import { DownloadField } from '#web/ui/download-field.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form-dialog.tsx'
import { PrivacyOptions } from '#web/ui/privacy-label.tsx'
import { PublishField } from '#web/ui/publish-field.tsx'
import { emptyForNull, useDraftForm } from '#web/ui/use-draft-form.ts'
import { ReleaseFields } from './release-fields.tsx'

const schema = newPlaylist.omit({ credits: true }).required({ type: true, privacy: true })
type PlaylistValues = z.output<typeof schema>

type PlaylistFormProps = {
  /** Key of the draft that is restored after signing in again. */
  draftKey: string
  /** Undefined for a new one, which is public. */
  playlist?: PlaylistDetail | undefined
  save: (values: PlaylistValues) => Promise<Playlist>
  meta: NonNullable<Parameters<typeof useMutation>[0]['meta']>
  onSaved: (playlist: Playlist) => unknown
  /** Whether `onSaved` has not finished. */
  isBusy?: boolean
  takesFocus?: boolean
  /** Only a playlist can be created. */
  withoutTypes?: boolean
  submit?: string
  pendingText?: string
  back?: string
  onClose: () => void
}

/** Creates or edits a playlist. */
export function PlaylistForm({ draftKey, playlist, takesFocus, ...props }: PlaylistFormProps) {
  const { withoutTypes, save, meta, onSaved, isBusy = false, ...dialog } = props
  const { field, control, handleSubmit, isDirty, keepDraft } = useDraftForm(schema, {
    key: draftKey,
    values: {
      ...emptyForNull<z.input<typeof schema>>(schema, playlist ?? {}),
      type: playlist?.type ?? 'playlist',
      allowDownload: playlist?.allowDownload ?? false,
      privacy: playlist ? chosenPrivacy(playlist) : 'public',
    },
  })
  const [privacy, type] = useWatch({ control, name: ['privacy', 'type'] })
  const canBeScheduled =
    privacy === 'public' && (playlist ? playlist.privacy !== 'public' : isReleaseType(type))
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    meta: {
      ...meta,
      onSessionExpired() {
        keepDraft()
        meta.onSessionExpired?.()
      },
    },
    onSuccess: onSaved,
  })
  return (
    <DialogForm
      {...dialog}
      isDirty={isDirty}
      isPending={isPending || isBusy}
      onSubmit={handleSubmit(({ description, ...values }) =>
        mutate({
          ...values,
          description: description ?? '',
          ...(!canBeScheduled && { publishAt: '' }),
        }),
      )}
    >
      <TextField label="Title" autoFocus={takesFocus} autoComplete="off" {...field('title')} />
      <TextAreaField label="Description" optional {...field('description')} />
      {!withoutTypes && (
        <SelectField
          label="Type"
          hint={isReleaseType(type) ? 'A release has only your own tracks.' : undefined}
          {...field('type')}
        >
          {playlistTypes.map((type) => (
            <option key={type} value={type}>
              {playlistLabel(type)}
            </option>
          ))}
        </SelectField>
      )}
      {isReleaseType(type) && (
        <>
          <ReleaseFields field={field} />
          <DownloadField control={control} name="allowDownload" what="all tracks as a ZIP file" />
        </>
      )}
      <SelectField
        label="Privacy"
        hint={privacyHint(privacy, playlist?.privacy)}
        {...field('privacy')}
      >
        <PrivacyOptions />
      </SelectField>
      {canBeScheduled && <PublishField control={control} name="publishAt" />}
    </DialogForm>
  )
}
