import type { Profile } from '#contract/users.ts'
import { Button } from '#web/ui/button.tsx'
import { useBlock } from './use-block.ts'

/** In the place of the follow button. */
export function UnblockButton({ profile }: { profile: Profile }) {
  const unblock = useBlock('unblock', profile)
  return (
    <Button size="large" isPending={unblock.isPending} onClick={() => unblock.mutate()}>
      Unblock
    </Button>
  )
}
