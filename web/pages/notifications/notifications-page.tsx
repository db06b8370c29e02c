import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, type LucideIcon, NotebookPen, Settings, ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Notification } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { markNotificationsSeen, notificationsQuery } from '#web/api/notifications.ts'
import type { Page } from '#web/api/page.ts'
import { ListState } from '#web/components/list-state.tsx'
import { LoadMore } from '#web/components/load-more.tsx'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { dayLabel } from '#web/lib/day-label.ts'
import { formatTime } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { NotificationText } from './notification-text.tsx'

export const page: Page = { component: NotificationsPage }

/** What others did, by day. Opening it marks all as seen. */
export function NotificationsPage() {
  usePageTitle('Notifications')
  const query = useInfiniteQuery(notificationsQuery)
  const notifications = query.data?.pages.flatMap(({ items }) => items) ?? []
  useMarkSeen(notifications[0]?.at)
  return (
    <div className="page-width max-w-240 pt-9 pb-section tablet:pt-12">
      <div className="flex flex-wrap items-center justify-between gap-4 pb-6">
        <h1 className="font-display text-4xl leading-display font-extrabold tracking-display tablet:text-5xl">
          Notifications
        </h1>
        <Link href={`${paths.settings}#notifications`} className={buttonClass('ghost')}>
          <Settings aria-hidden="true" />
          Settings
          <span className="sr-only"> of notifications</span>
        </Link>
      </div>
      <ListState
        query={query}
        what="Notifications"
        skeleton={<ListSkeleton />}
        empty={
          <TabEmpty
            title="Nothing new yet"
            text="New followers, likes, and releases of the artists you follow will appear here."
          />
        }
      >
        <div className="grid gap-9">
          {byDay(notifications).map(([day, ofDay]) => (
            <section key={day} aria-label={day}>
              <h2 className="pb-3 font-display text-xl leading-tight font-bold">{day}</h2>
              <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
                {ofDay.map((notification) => (
                  <Row key={notification.id} notification={notification} />
                ))}
              </ul>
            </section>
          ))}
        </div>
        <LoadMore query={query} />
      </ListState>
    </div>
  )
}

function useMarkSeen(newest: string | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    // It stays unread if this fails.
    if (newest) markNotificationsSeen(queryClient, newest).catch(() => {})
  }, [queryClient, newest])
}

const byDay = (notifications: Notification[]) => [
  ...Map.groupBy(notifications, ({ at }) => dayLabel(new Date(at))),
]

function Row({ notification }: { notification: Notification }) {
  const { at, isUnread } = notification
  return (
    <li className="relative flex items-center gap-3.5 px-4 py-3.5 tablet:gap-4 tablet:px-6">
      <Picture notification={notification} />
      <p className="min-w-0 flex-1 text-muted">
        {isUnread && <span className="sr-only">Unread: </span>}
        <NotificationText notification={notification} />
      </p>
      <time dateTime={at} className="shrink-0 text-sm text-muted tabular-nums">
        {formatTime(at)}
      </time>
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${isUnread ? 'bg-primary' : ''}`}
      />
    </li>
  )
}

const icons: Partial<Record<Notification['kind'], LucideIcon>> = {
  note: NotebookPen,
  moderation: ShieldAlert,
}

/** The last who did it, or a symbol where it is nobody with an account. */
function Picture({ notification: { kind, actors } }: { notification: Notification }) {
  const [actor] = actors
  if (actor) return <Avatar user={actor} />
  const Icon = icons[kind] ?? BadgeCheck
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-muted"
    >
      <Icon className="size-5" />
    </span>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3.5 pt-9">
      {[0, 1, 2, 3].map((index) => (
        <span key={index} className="shimmer h-18 rounded-panel" />
      ))}
    </div>
  )
}
