import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { UserSummary } from '#contract/fields.ts'
import { notificationVerb } from '#contract/notification-verb.ts'
import type { Notification } from '#contract/notifications.ts'
import { linksPath, paths } from '#contract/paths.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import { pluralize } from '#web/lib/format.ts'

/** What a notification tells, with links to the people and the thing. */
export function NotificationText({ notification }: { notification: Notification }) {
  const { kind, detail, item } = notification
  const isComment = kind === 'comment' || kind === 'reply'
  const below = isComment ? toComments : kind === 'note' ? linksPath : undefined
  return (
    <>
      <Subject notification={notification} /> {notificationVerb(notification)}
      {item && (
        <>
          {' '}
          <ItemLink item={item} below={below} />
        </>
      )}
      {kind === 'credit' && detail !== 'accepted' && (
        <>
          .{' '}
          <Link href={`${paths.settings}#credits`} className={linkClass}>
            Accept or refuse
          </Link>
        </>
      )}
    </>
  )
}

function Subject({ notification }: { notification: Notification }) {
  const { kind, item } = notification
  if (kind === 'moderation') return item ? 'A moderator' : 'Your account'
  if (kind === 'note') return noteAuthors(notification)
  return <Names notification={notification} />
}

/** Authors of notes have no account. */
function noteAuthors({ count, detail }: Notification): string {
  return count === 1
    ? `${detail} left a note`
    : `${pluralize(count, 'note')}, the last by ${detail}`
}

/** 'Nara', 'Nara and Tom', 'Nara and 12 others'. */
function Names({ notification: { actors, count } }: { notification: Notification }) {
  const [first, second] = actors
  if (!first) return pluralize(count, 'listener')
  if (count === 1) return <UserLink user={first} />
  return (
    <>
      <UserLink user={first} /> and{' '}
      {count === 2 && second ? <UserLink user={second} /> : pluralize(count - 1, 'other')}
    </>
  )
}

const linkClass = 'rounded-art font-semibold text-text hover:underline wrap-anywhere'

function UserLink({ user }: { user: UserSummary }) {
  return (
    <Link href={paths.profile(user.id)} className={linkClass}>
      {displayName(user)}
    </Link>
  )
}

const toComments = (path: string) => `${path}#comments`

type ItemLinkProps = {
  item: NonNullable<Notification['item']>
  /** Where it happened: a part of the item's page, or a page below it. */
  below: ((path: string) => string) | undefined
}

function ItemLink({ item, below = (path) => path }: ItemLinkProps) {
  const { kind, type = 'playlist', title } = item
  const href = kind === 'track' ? paths.track(item) : paths.playlist({ ...item, type })
  return (
    <>
      {kind === 'playlist' && !isReleaseType(type) && 'the playlist '}
      <Link href={below(href)} className={linkClass}>
        {title}
      </Link>
    </>
  )
}
