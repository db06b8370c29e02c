import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { UserSummary } from '#contract/fields.ts'
import type { Notification } from '#contract/notifications.ts'
import { linksPath, paths } from '#contract/paths.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import { pluralize } from '#web/lib/format.ts'

/** What a notification tells, with links to the people and the thing. */
export function NotificationText({ notification }: { notification: Notification }) {
  const { kind, detail, item } = notification
  const who = <Names notification={notification} />
  const isComment = kind === 'comment' || kind === 'reply'
  const below = isComment ? toComments : kind === 'note' ? linksPath : undefined
  const what = item && <ItemLink item={item} below={below} />
  const texts: Record<Notification['kind'], ReactNode> = {
    follow: <>{who} followed you</>,
    like: (
      <>
        {who} liked {what}
      </>
    ),
    save: (
      <>
        {who} saved {what}
      </>
    ),
    release: (
      <>
        {who} released {what}
      </>
    ),
    credit:
      detail === 'accepted' ? (
        <>
          {who} accepted the credit on {what}
        </>
      ) : (
        <>
          {who} credited you on {what}.{' '}
          <Link href={`${paths.settings}#credits`} className={linkClass}>
            Accept or refuse
          </Link>
        </>
      ),
    note: (
      <>
        {noteAuthors(notification)} on {what}
      </>
    ),
    comment: (
      <>
        {who} commented on {what}
      </>
    ),
    reply: (
      <>
        {who} replied to your comment on {what}
      </>
    ),
    repost: (
      <>
        {who} reposted {what}
      </>
    ),
    moderation: what ? (
      <>
        A moderator {decisionText(detail)} {what}
      </>
    ) : (
      'Your account is no longer suspended'
    ),
  }
  return texts[kind]
}

const decisionText = (detail = '') =>
  detail.startsWith('comment-') ? `${detail.slice('comment-'.length)} your comment on` : detail

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
