import { listAudit as listAuditRoute } from '#contract/audit.ts'
import { nextPageLink, type RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { listAudit } from './service.ts'

export function auditRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(listAuditRoute, {
    async handle({ query, request, reply }) {
      const { items, next } = await listAudit(db, query)
      if (next) reply.header('link', nextPageLink(request.url, next))
      return items
    },
  })
}
