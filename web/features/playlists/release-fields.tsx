import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/field.tsx'

type Name = 'artist' | 'label' | 'releaseDate' | 'upc' | 'copyright'

/** What a release has beside the fields of a playlist. */
export function ReleaseFields({
  field,
}: {
  field: (name: Name) => Partial<ComponentProps<typeof TextField>>
}) {
  return (
    <div className="grid gap-5.5 tablet:grid-cols-2 tablet:items-start tablet:gap-4">
      <TextField
        label="Artist"
        optional
        autoComplete="off"
        hint="Your name, if it is empty"
        {...field('artist')}
      />
      <TextField label="Label" optional autoComplete="off" {...field('label')} />
      <TextField
        label="Release date"
        optional
        autoComplete="off"
        hint="A day, or only a month or a year"
        placeholder="2019-05-03, 2019-05 or 2019"
        {...field('releaseDate')}
      />
      <TextField
        label="UPC or EAN"
        optional
        inputMode="numeric"
        autoComplete="off"
        {...field('upc')}
      />
      <TextField
        label="Copyright"
        optional
        autoComplete="off"
        placeholder="℗ 2026 …"
        {...field('copyright')}
      />
    </div>
  )
}
