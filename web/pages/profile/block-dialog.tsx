import { displayName } from '#contract/display-name.ts'
import type { Profile } from '#contract/users.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useBlock } from './use-block.ts'

export function BlockDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const block = useBlock('block', profile, onClose)
  const name = displayName(profile)
  return (
    <ConfirmDialog
      title={`Block ${name}?`}
      text={`You will no longer follow each other, and ${name} can no longer follow you, like your tracks or write to you. They are not told. You can unblock them in your settings.`}
      confirm="Block"
      pendingText="Blocking..."
      isPending={block.isPending}
      onConfirm={() => block.mutate()}
      onClose={onClose}
    />
  )
}
