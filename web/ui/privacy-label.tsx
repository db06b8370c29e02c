import { EyeOff, Lock } from 'lucide-react'

/** That not everybody finds it. Public goes without saying. */
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
