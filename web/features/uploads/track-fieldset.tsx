import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type Privacy, privacies } from '#contract/fields.ts'
import { genreLabel, genres } from '#contract/genres.ts'
import { privacyHint, privacyLabels } from '#web/lib/privacy-labels.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import type { TrackFormValues, trackForm } from './edit-track-form.ts'

type TrackFieldsetProps = {
  form: UseFormReturn<TrackFormValues, unknown, z.output<typeof trackForm>>
  /** The privacy before the edit. */
  saved: Privacy
}

export function TrackFieldset({ form, saved }: TrackFieldsetProps) {
  const field = (name: keyof TrackFormValues) => ({
    error: form.formState.errors[name]?.message,
    ...form.register(name),
  })
  const privacy = useWatch({ control: form.control, name: 'privacy' })
  return (
    <>
      <TextField label="Title" autoComplete="off" {...field('title')} />
      <TextAreaField label="Description" optional {...field('description')} />
      <div className="grid gap-5.5 tablet:grid-cols-2 tablet:items-start tablet:gap-4">
        <TextField label="Artist" optional {...field('artist')} />
        <TextField label="Studio/Label" optional {...field('studio')} />
        <SelectField label="Genre" optional {...field('genre')}>
          <option value="">No genre</option>
          {genres.map((genre) => (
            <option key={genre} value={genre}>
              {genreLabel(genre)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Privacy" hint={privacyHint(privacy, saved)} {...field('privacy')}>
          {privacies.map((value) => (
            <option key={value} value={value}>
              {privacyLabels[value].name}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Tags"
        optional
        hint="Separated by commas"
        autoComplete="off"
        {...field('tags')}
      />
      <TextField
        label="Spotify URL"
        optional
        type="url"
        placeholder="https://open.spotify.com/track/..."
        {...field('spotifyUrl')}
      />
      <TextField
        label="Apple Music URL"
        optional
        type="url"
        placeholder="https://music.apple.com/..."
        {...field('appleMusicUrl')}
      />
    </>
  )
}
