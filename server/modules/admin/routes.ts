import {
  getAnalytics as getAnalyticsRoute,
  getStorage as getStorageRoute,
} from '#contract/admin.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getAnalytics, getStorage } from './service.ts'

export function adminRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(getAnalyticsRoute, { handle: () => getAnalytics(db) })
  registerRoute(getStorageRoute, { handle: () => getStorage(db) })
}
