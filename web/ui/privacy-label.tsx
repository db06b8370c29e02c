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
