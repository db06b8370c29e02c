import * as contract from '#contract/admin.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getAnalytics, getStorage } from './service.ts'

/** What the administrator sees about the whole site: totals and rankings, plays per day, storage. */
export function analyticsRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(contract.getAnalytics, { handle: () => getAnalytics(db) })
  registerRoute(contract.getStorage, { handle: () => getStorage(db) })
}
