import { useEffect, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { CurrentUser } from '#contract/auth.ts'
import { displayName } from '#contract/display-name.ts'
import { genreLabel, genres } from '#contract/genres.ts'
import { CreditRows } from '#web/features/credits/credit-rows.tsx'
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
      <More form={form} />
    </>
  )
}

/** What few tracks have, folded until it is needed. */
function More({ form }: Pick<TrackFieldsProps, 'form'>) {
  const { errors, submitCount } = form.formState
  const [hasValues] = useState(() => {
    const { isrc, credits } = form.getValues()
    return Boolean(isrc || credits?.length)
  })
  const details = useRef<HTMLDetailsElement>(null)
  const hasError = errors.isrc !== undefined || errors.credits !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    if (!hasError || !details.current) return
    details.current.open = true
    if (document.activeElement?.ariaInvalid !== 'true')
      details.current.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount, hasError])
  return (
    <details ref={details} open={hasValues} className="grid">
      <summary className="min-h-10 cursor-pointer py-2 text-sm font-semibold">More</summary>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6">
        <TextField
          label="ISRC"
          optional
          autoComplete="off"
          placeholder="DE-A01-26-00001"
          error={errors.isrc?.message}
          {...form.register('isrc')}
        />
        <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <legend className="text-sm font-semibold">Credits</legend>
          <p className="text-sm text-muted">
            Who made it. Members of the site are linked once they have accepted.
          </p>
          <FormProvider {...form}>
            <CreditRows />
          </FormProvider>
        </fieldset>
      </div>
    </details>
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
