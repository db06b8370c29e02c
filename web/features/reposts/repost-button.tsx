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

/** With the number of reposts, which is all that the owner gets. On phones and tablets an icon. */
export function RepostButton({ kind, item: { id, title, userId } }: RepostButtonProps) {
  const { user } = useSession()
  const { reposted, repostCount, toggle } = useRepost({ kind, id }, { isVisible: true })
  const count = repostCount ? formatCompactNumber(repostCount) : null
  if (user?.id === userId)
    return (
      count && (
        <span
          className={`${buttonClass('ghost')} pointer-events-none tabular-nums max-tablet:hidden nav:px-5`}
        >
          <Repeat2 aria-hidden="true" />
          <span className="max-nav:sr-only">Reposts</span>
          {count}
        </span>
      )
    )
  return (
    <Button
      iconOnlyBelow="nav"
      aria-pressed={reposted}
      onClick={toggle}
      className="tabular-nums aria-pressed:[&>svg]:text-primary-text"
    >
      <Repeat2 aria-hidden="true" />
      <span className="max-nav:sr-only">
        Repost<span className="sr-only"> {title}</span> {count}
      </span>
    </Button>
  )
}
