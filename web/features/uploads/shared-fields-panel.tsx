import type { FormEventHandler } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CurrentUser } from '#contract/auth.ts'
import { displayName } from '#contract/display-name.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { GenreOptions } from './track-fields.tsx'
import type { SharedFields, SharedValues } from './track-form.ts'

type SharedFieldsPanelProps = {
  id: string
  form: UseFormReturn<SharedValues, unknown, SharedFields>
  user: CurrentUser
  onSubmit: FormEventHandler
}

/** Fields that apply to all tracks of a bulk upload. */
export function SharedFieldsPanel({ id, form, user, onSubmit }: SharedFieldsPanelProps) {
  const { errors } = form.formState
  return (
    <form
      id={id}
      noValidate
      aria-label="For all tracks"
      onSubmit={onSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-panel border border-line bg-surface p-5.5 tablet:p-7"
    >
      <div>
        <h2 className="font-display text-xl leading-heading font-bold">For all tracks</h2>
        <p className="mt-2 text-sm text-faint">
          Applied to every track. Fields that you leave empty are filled in from the files.
        </p>
      </div>
      <TextField
        label="Artist"
        autoComplete="off"
        placeholder={displayName(user)}
        error={errors.artist?.message}
        {...form.register('artist')}
      />
      <SelectField label="Genre" error={errors.genre?.message} {...form.register('genre')}>
        <GenreOptions />
      </SelectField>
      <TextAreaField
        label="Description"
        error={errors.description?.message}
        {...form.register('description')}
      />
    </form>
  )
}
