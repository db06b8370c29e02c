import * as contract from '#contract/library.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clearHistory, listHistory, recordListen, setHistoryEnabled } from './service.ts'

const write = {
  limit: { max: 60, windowSeconds: 60, per: 'user' },
  writes: 'own',
} as const

export function historyRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(contract.listHistory, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listHistory(db, query, viewer)),
  })
  registerRoute(contract.recordListen, {
    handle: ({ body, viewer }) => recordListen(db, body, viewer),
    ...write,
  })
  registerRoute(contract.clearHistory, {
    handle: ({ viewer }) => clearHistory(db, viewer),
    ...write,
  })
  registerRoute(contract.setHistoryEnabled, {
    handle: ({ body, viewer }) => setHistoryEnabled(db, body.enabled, viewer),
    ...write,
  })
}
