import type { NotificationKind } from '#contract/notifications.ts'

/** The kinds of a site, in the order of the settings. */
export function kindsOf({ hasComments }: { hasComments: boolean }) {
  const kinds: NotificationKind[] = ['follow', 'like', 'save', 'release', 'credit', 'note']
  if (hasComments) kinds.push('comment', 'reply')
  return [...kinds, 'moderation' as const]
}
