import { EyeOff, Lock } from 'lucide-react'

/** Marks unlisted and private content. Nothing for public content. */
export function PrivacyLabel({ privacy }: { privacy: 'public' | 'unlisted' | 'private' }) {
  if (privacy === 'public') return null
  const Icon = privacy === 'private' ? Lock : EyeOff
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
      {privacy === 'private' ? 'Private' : 'Unlisted'}
    </span>
  )
}

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
