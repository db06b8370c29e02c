import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '#web/api/notifications.ts'
import { useIdle } from '#web/lib/use-idle.ts'

const max = 99

/** The number of unread notifications, on the bell or beside the entry of the menu. */
export function UnreadCount({ className = '' }: { className?: string }) {
  const idle = useIdle()
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: idle })
  if (unread === 0) return null
  const count = unread > max ? `${max}+` : unread
  return (
    <span
      className={`grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs leading-none font-bold text-on-primary tabular-nums ${className}`}
    >
      {count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
