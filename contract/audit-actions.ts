/** The writes with administrator rights that the audit log records. Free of zod: the browser loads it with the page. */
export const auditActions = [
  'track.update',
  'track.delete',
  'playlist.delete',
  'user.update',
  'user.delete',
  'user.reset-link',
  'user.suspend',
  'user.lift-suspension',
  'comment.delete',
  'invite.create',
  'invite.revoke',
  'report.dismiss',
  'report.remove',
  'report.suspend',
  'report.undo',
] as const
export type AuditAction = (typeof auditActions)[number]
