/** Free of zod: the browser loads it with the page. What is written with administrator rights. */
export const auditActions = [
  'track.update',
  'track.delete',
  'playlist.delete',
  'user.update',
  'user.delete',
  'user.reset-link',
  'user.suspend',
  'user.lift-suspension',
  'invite.create',
  'invite.revoke',
  'report.dismiss',
  'report.remove',
  'report.suspend',
  'report.undo',
] as const
export type AuditAction = (typeof auditActions)[number]
