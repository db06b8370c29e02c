import { Repeat2 } from 'lucide-react'
import { useSession } from '#web/api/auth.ts'
import type { RepostItem } from '#web/api/reposts.ts'
import { formatCompactNumber } from '#web/lib/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useRepost } from './use-repost.ts'

type RepostButtonProps = {
  kind: RepostItem['kind']
  item: { id: string; title: string; userId: string }
}

const className = 'tabular-nums aria-pressed:[&>svg]:text-primary-text max-nav:px-4'

/** With the number of reposts, which is all that the owner gets. The label is hidden on phones and tablets. */
export function RepostButton({ kind, item: { id, title, userId } }: RepostButtonProps) {
  const { user } = useSession()
  const { reposted, repostCount, toggle } = useRepost({ kind, id })
  const count = repostCount !== null && formatCompactNumber(repostCount)
  if (user?.id === userId)
    return (
      <span className={`${buttonClass('ghost')} ${className} pointer-events-none nav:px-5`}>
        <Repeat2 aria-hidden="true" />
        <span className="max-nav:sr-only">Reposts</span>
        {count}
      </span>
    )
  return (
    <Button aria-pressed={reposted} onClick={toggle} className={className}>
      <Repeat2 aria-hidden="true" />
      <span className="max-nav:sr-only">
        Repost<span className="sr-only"> {title}</span>
      </span>
      {count}
    </Button>
  )
}
