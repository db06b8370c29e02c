import {
  countReports as countReportsRoute,
  createReport as createReportRoute,
  decideReport as decideReportRoute,
  listReportsOfItem as listReportsOfItemRoute,
  listReports as listReportsRoute,
  undoDecision as undoDecisionRoute,
} from '#contract/reports.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { Administrators } from '#server/viewer.ts'
import {
  assertItemExists,
  countReports,
  createReport,
  decide,
  listReports,
  listReportsOfItem,
  undo,
} from './service.ts'

/** Only accepted reports count. */
const acceptedLimit = { max: 10, windowSeconds: 60 * 60 }
const attemptLimit = { max: 60, windowSeconds: 60, per: 'user' } as const
const decisionLimit = { max: 120, windowSeconds: 60, per: 'user' } as const

type Deps = {
  db: Db
  store: ObjectStore
  limiter: RateLimiter
  mailer: Mailer | undefined
  administrators: Administrators
}

export function reportRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db, limiter } = deps
  const accepted = limiter.strict(
    'accepted-reports',
    acceptedLimit,
    () => 'You have sent many reports. Please try again later.',
  )

  registerRoute(createReportRoute, {
    limit: attemptLimit,
    privateWrite: true,
    async handle({ body, viewer }) {
      await accepted.consume(viewer.id)
      try {
        return await createReport(db, body, viewer)
      } catch (error) {
        await accepted.refund(viewer.id)
        throw error
      }
    },
  })
  registerRoute(listReportsRoute, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listReports(deps, query, viewer)),
  })
  registerRoute(countReportsRoute, { handle: () => countReports(db) })
  registerRoute(listReportsOfItemRoute, {
    guard: ({ params }) => assertItemExists(db, params.id),
    handle: async ({ params, query, reply }) =>
      sendPage(reply, await listReportsOfItem(db, params.id, query)),
  })
  registerRoute(decideReportRoute, {
    limit: decisionLimit,
    guard: ({ params }) => assertItemExists(db, params.id),
    // A removal reads the whole file, a suspension changes all tracks of a user.
    noTimeout: true,
    handle: ({ params, body, viewer }) => decide(deps, params.id, body, viewer),
  })
  registerRoute(undoDecisionRoute, {
    limit: decisionLimit,
    guard: ({ params }) => assertItemExists(db, params.id),
    noTimeout: true,
    handle: ({ params, viewer }) => undo(deps, params.id, viewer),
  })
}
