import { listAudit as listAuditRoute } from '#contract/audit.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { listAudit } from './service.ts'

export function auditRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(listAuditRoute, {
    handle: async ({ query, reply }) => sendPage(reply, await listAudit(db, query)),
  })
}
