import * as contract from '#contract/notifications.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import { listNotifications, markSeen } from './service.ts'
import { type Deps, getSettings, updateSettings } from './settings-service.ts'

const write = {
  limit: { max: 60, windowSeconds: 60, per: 'user' },
  writes: 'own',
} as const

/** The bell: what others did with what is the caller's. */
export function notificationRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db } = deps
  registerRoute(contract.listNotifications, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listNotifications(deps, query, viewer)),
  })
  registerRoute(contract.markNotificationsSeen, {
    handle: ({ body, viewer }) => markSeen(db, body?.until, viewer),
    ...write,
  })
  registerRoute(contract.getNotificationSettings, {
    handle: ({ viewer }) => getSettings(deps, viewer),
  })
  registerRoute(contract.saveNotificationSettings, {
    handle: ({ body, viewer }) => updateSettings(deps, body, viewer),
    ...write,
  })
}
