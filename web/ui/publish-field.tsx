import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import {
  fromLocalInput,
  isTime,
  localTimeZone,
  publishSentence,
  toLocalInput,
} from '#web/lib/publishing.ts'
import { SelectField, TextField } from './field.tsx'

const hour = 60 * 60 * 1000
/** The next full hour that is at least an hour away. */
const suggestedTime = () => new Date(Math.ceil(Date.now() / hour + 1) * hour).toISOString()

type PublishFieldProps<Values extends FieldValues, Valid> = {
  control: Control<Values, unknown, Valid>
  name: Path<Values>
}

/** 'Publish': now, or at a time in the browser's time zone. The value is ISO 8601, '' for now. */
export function PublishField<Values extends FieldValues, Valid>({
  control,
  name,
}: PublishFieldProps<Values, Valid>) {
  const { field, fieldState } = useController({ control, name })
  const time: string = field.value ?? ''
  const zone = localTimeZone()
  return (
    <>
      <SelectField
        label="Publish"
        value={time ? 'later' : 'now'}
        onChange={({ target }) => field.onChange(target.value === 'now' ? '' : suggestedTime())}
      >
        <option value="now">Now</option>
        <option value="later">At a date and time</option>
      </SelectField>
      {time && (
        <TextField
          label={`Date and time (${zone})`}
          type="datetime-local"
          // Not controlled: browsers clear the value while a part of it is being typed.
          defaultValue={toLocalInput(time)}
          onChange={({ target }) => field.onChange(fromLocalInput(target.value))}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
          hint={isTime(time) ? publishSentence(time, zone) : undefined}
        />
      )}
    </>
  )
}
