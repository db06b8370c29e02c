import { z } from 'zod'
import { auditActions } from './audit-actions.ts'
import { id, optionalSingleLine, pageQuery, time } from './fields.ts'
import { limits } from './limits.ts'
import { reportKinds } from './report-reasons.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

const action = z.enum(auditActions, { error: 'Unknown action' })

const auditEntry = z
  .strictObject({
    id,
    at: time,
    actor: z.strictObject({ id, name: z.string() }),
    action,
    target: z.strictObject({ kind: z.enum([...reportKinds, 'invite']), id, name: z.string() }),
    detail: z.string().nullable().describe('The changed fields, or the reason.'),
  })
  .describe('Names are those of the time.')
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudit = defineRoute(routes.listAudit, {
  summary:
    'Every write that was made with administrator rights, newest first. The next page is in `Link: rel="next"`.',
  access: 'administrator',
  query: z.strictObject({
    ...pageQuery,
    action: action.optional(),
    q: optionalSingleLine('Search', limits.maxSearchQueryLength).describe(
      'A part of the name of the administrator or of what was changed.',
    ),
  }),
  responses: { 200: z.array(auditEntry) },
})
