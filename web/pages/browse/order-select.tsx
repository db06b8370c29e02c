import type { TrackOrder } from '#contract/genres.ts'
import { Select } from '#web/ui/field.tsx'

const sortLabels: Record<TrackOrder, string> = {
  plays: 'Most played',
  recent: 'Newest',
  likes: 'Most liked',
}

type OrderSelectProps = { value: TrackOrder; onChange: (sort: string) => void }

export function OrderSelect({ value, onChange }: OrderSelectProps) {
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
