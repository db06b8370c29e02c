import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { CurrentUser } from '#contract/auth.ts'
import { displayName } from '#contract/display-name.ts'
import { genreLabel, genres } from '#contract/genres.ts'
import { studioName } from '#web/lib/brand.ts'
import { privacyLabels } from '#web/lib/privacy-labels.ts'
import { DownloadField } from '#web/ui/download-field.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { PrivacyOptions } from '#web/ui/privacy-label.tsx'
import { PublishField } from '#web/ui/publish-field.tsx'
import type { SuggestedField } from './suggestions.ts'
import type { NewTrackValues, newTrackForm } from './track-form.ts'

type TrackFieldsProps = {
  form: UseFormReturn<NewTrackValues, unknown, z.output<typeof newTrackForm>>
  suggestions: { marked: ReadonlySet<SuggestedField>; unmark: (field: SuggestedField) => void }
  user: CurrentUser
}

export function TrackFields({ form, suggestions, user }: TrackFieldsProps) {
  const { errors } = form.formState
  const privacy = useWatch({ control: form.control, name: 'privacy' })
  /** A field that may be prefilled from the file's tags. */
  const suggested = (field: SuggestedField) => ({
    ...form.register(field, { onChange: () => suggestions.unmark(field) }),
    hint: suggestions.marked.has(field) ? 'Filled in from the file.' : undefined,
    error: errors[field]?.message,
  })
  return (
    <>
      <TextField label="Title" autoComplete="off" {...suggested('title')} />
      <TextAreaField
        label="Description"
        optional
        error={errors.description?.message}
        {...form.register('description')}
      />
      <div className="grid items-start gap-x-5 gap-y-6 tablet:grid-cols-2">
        <TextField
          label="Artist"
          optional
          autoComplete="off"
          placeholder={displayName(user)}
          {...suggested('artist')}
        />
        <TextField
          label="Studio/Label"
          optional
          autoComplete="off"
          placeholder={studioName()}
          {...suggested('studio')}
        />
        <SelectField label="Genre" optional {...suggested('genre')}>
          <GenreOptions />
        </SelectField>
        <SelectField
          label="Privacy"
          hint={privacyLabels[privacy].hint}
          error={errors.privacy?.message}
          {...form.register('privacy')}
        >
          <PrivacyOptions />
        </SelectField>
        {privacy === 'public' && <PublishField control={form.control} name="publishAt" />}
      </div>
      <TextField
        label="Tags"
        optional
        autoComplete="off"
        placeholder="violin, tape, night"
        hint="Separated by commas"
        error={errors.tags?.message}
        {...form.register('tags')}
      />
      <div className="grid items-start gap-x-5 gap-y-6 tablet:grid-cols-2">
        <TextField
          label="Spotify URL"
          optional
          type="url"
          placeholder="https://open.spotify.com/track/..."
          error={errors.spotifyUrl?.message}
          {...form.register('spotifyUrl')}
        />
        <TextField
          label="Apple Music URL"
          optional
          type="url"
          placeholder="https://music.apple.com/..."
          error={errors.appleMusicUrl?.message}
          {...form.register('appleMusicUrl')}
        />
      </div>
      <DownloadField control={form.control} name="allowDownload" what="the original file" />
    </>
  )
}

export function GenreOptions({ none = 'Choose a genre' }) {
  return (
    <>
      <option value="">{none}</option>
      {genres.map((genre) => (
        <option key={genre} value={genre}>
          {genreLabel(genre)}
        </option>
      ))}
    </>
  )
}
