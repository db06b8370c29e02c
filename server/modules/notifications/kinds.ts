import type { NotificationKind } from '#contract/notifications.ts'

/** The kinds of a site, in the order of the settings. */
export function kindsOf({ comments, reposts }: { comments: boolean; reposts: boolean }) {
  const kinds: NotificationKind[] = ['follow', 'like', 'save', 'release', 'credit', 'note']
  if (comments) kinds.push('comment', 'reply')
  if (reposts) kinds.push('repost')
  return [...kinds, 'moderation' as const]
}
