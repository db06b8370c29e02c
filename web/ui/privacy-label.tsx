import { CalendarClock, EyeOff, Lock, ShieldX } from 'lucide-react'
import { privacyLabels } from '#web/lib/privacy-labels.ts'
import { publishMoment } from '#web/lib/publishing.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'

type PrivacyProps = {
  item: {
    privacy: 'public' | 'unlisted' | 'private'
    isRemoved?: true | undefined
    publishAt?: string | undefined
  }
}

const labels = {
  removed: { Icon: ShieldX, text: 'Removed' },
  scheduled: { Icon: CalendarClock, text: 'Scheduled' },
  private: { Icon: Lock, text: 'Private' },
  unlisted: { Icon: EyeOff, text: 'Unlisted' },
}

/** Marks unlisted, private and scheduled content with its time, and what a moderator removed. Nothing for public content. */
export function PrivacyLabel({ item: { privacy, isRemoved, publishAt } }: PrivacyProps) {
  const isHydrated = useHydrated()
  if (privacy === 'public') return null
  const { Icon, text } = labels[isRemoved ? 'removed' : publishAt ? 'scheduled' : privacy]
  const time = isRemoved ? undefined : publishAt
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
      {time && isHydrated ? (
        <time dateTime={time}>
          {text} for {publishMoment(time)}
        </time>
      ) : (
        text
      )}
    </span>
  )
}

/** Marks the page of such an item. Nothing for a public one. */
export function PrivacyBadge({ item }: PrivacyProps) {
  if (item.privacy === 'public') return null
  return (
    <span className="inline-flex h-8 items-center rounded-full bg-primary-soft px-3.5 text-sm font-semibold text-primary-text">
      <PrivacyLabel item={item} />
    </span>
  )
}

/** Of a select. */
export function PrivacyOptions() {
  return Object.entries(privacyLabels).map(([value, { name }]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
