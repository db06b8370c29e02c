import type { AuditAction } from '#contract/audit-actions.ts'

export const actionLabels: Record<AuditAction, string> = {
  'track.update': 'Edited a track',
  'track.delete': 'Deleted a track',
  'playlist.delete': 'Deleted a playlist',
  'user.update': 'Edited a user',
  'user.delete': 'Deleted a user',
  'user.reset-link': 'Created a reset link',
  'report.dismiss': 'Dismissed reports',
  'report.remove': 'Removed content',
  'report.undo': 'Undid a decision',
}
