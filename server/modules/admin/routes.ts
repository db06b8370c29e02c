import { getAnalytics as getAnalyticsCall } from '#contract/admin.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getAnalytics } from './service.ts'

export function adminRoutes(serve: RegisterRoute, { db }: { db: Db }) {
  serve(getAnalyticsCall, { handle: () => getAnalytics(db) })
}
