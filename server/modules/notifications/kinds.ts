import type { NotificationKind } from '#contract/notifications.ts'
import type { Feature } from '#contract/ssr.ts'

/** The kinds of a site, in the order of the settings. */
export function kindsOf(features: readonly Feature[]) {
  const kinds: NotificationKind[] = ['follow', 'like', 'save', 'release', 'credit', 'note']
  if (features.includes('comments')) kinds.push('comment', 'reply')
  if (features.includes('reposts')) kinds.push('repost')
  return [...kinds, 'moderation' as const]
}
