import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { Switch } from './switch.tsx'

type DownloadFieldProps<Values extends FieldValues, Valid> = {
  control: Control<Values, unknown, Valid>
  name: Path<Values>
  /** What listeners can save. */
  what: string
}

export function DownloadField<Values extends FieldValues, Valid>({
  control,
  name,
  what,
}: DownloadFieldProps<Values, Valid>) {
  const { field } = useController({ control, name })
  return (
    <div className="grid">
      <Switch label="Allow download" checked={field.value === true} onChange={field.onChange} />
      <p className="text-sm text-faint">
        Listeners can save {what}, tagged with the current titles and artwork.
      </p>
    </div>
  )
}
