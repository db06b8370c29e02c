import type { Notification } from './notifications.ts'

/** What stands between who did it and what it is about, in the sentence that tells a notification. */
export function notificationVerb({ kind, detail = '', item }: Notification): string {
  const [, aboutComment] = detail.split('comment-')
  const verbs: Record<Notification['kind'], string> = {
    follow: 'followed you',
    like: 'liked',
    save: 'saved',
    release: 'released',
    credit: detail === 'accepted' ? 'accepted the credit on' : 'credited you on',
    note: 'on',
    comment: 'commented on',
    reply: 'replied to your comment on',
    repost: 'reposted',
    moderation: !item
      ? 'is no longer suspended'
      : aboutComment
        ? `${aboutComment} your comment on`
        : detail,
  }
  return verbs[kind]
}
