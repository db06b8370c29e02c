import type { GenreSort } from '#contract/genres.ts'
import { Select } from '#web/ui/field.tsx'

const sortLabels: Record<GenreSort, string> = {
  plays: 'Most played',
  recent: 'Newest',
  likes: 'Most liked',
}

type GenreSortSelectProps = { value: GenreSort; onChange: (sort: string) => void }

export function GenreSortSelect({ value, onChange }: GenreSortSelectProps) {
  return (
    <Select round aria-label="Sort" value={value} onChange={({ target }) => onChange(target.value)}>
      {Object.entries(sortLabels).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </Select>
  )
}
