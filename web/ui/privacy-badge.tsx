import { PrivacyLabel } from './privacy-label.tsx'

type PrivacyBadgeProps = { privacy: 'public' | 'unlisted' | 'private' }

/** Marks the page of an unlisted or private item. Nothing for a public one. */
export function PrivacyBadge({ privacy }: PrivacyBadgeProps) {
  if (privacy === 'public') return null
  return (
    <span className="inline-flex h-8 items-center rounded-full bg-primary-soft px-3.5 text-sm font-semibold text-primary-text">
      <PrivacyLabel privacy={privacy} />
    </span>
  )
}
