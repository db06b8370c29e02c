import * as auditContract from '#contract/audit.ts'
import * as contract from '#contract/reports.ts'
import type { Feature } from '#contract/ssr.ts'
import { liftSuspension, suspendUser } from '#contract/users.ts'
import { notFound } from '#server/errors.ts'
import type { PresentManagedUser } from '#server/modules/users/presenter.ts'
import { getUser } from '#server/modules/users/service.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { Administrators } from '#server/viewer.ts'
import { listAudit } from './audit/service.ts'
import type { ModerationMailer } from './mails.ts'
import * as reports from './reports/service.ts'
import * as suspensions from './suspensions/service.ts'

/** Only accepted reports count. */
const acceptedLimit = { max: 10, windowSeconds: 60 * 60 }
const attemptLimit = { max: 60, windowSeconds: 60, per: 'user' } as const
const decisionLimit = { max: 120, windowSeconds: 60, per: 'user' } as const

type Deps = {
  db: Db
  store: ObjectStore
  limiter: RateLimiter
  mailer: ModerationMailer | undefined
  administrators: Administrators
  presentManagedUser: PresentManagedUser
  features: readonly Feature[]
}

/**
 * Users report tracks, playlists and users; administrators dismiss a report, remove the content or suspend the user.
 * The audit log records every write that is made with administrator rights.
 */
export function moderationRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db, limiter } = deps
  const accepted = limiter.strict(
    'accepted-reports',
    acceptedLimit,
    () => 'You have sent many reports. Please try again later.',
  )

  registerRoute(contract.createReport, {
    limit: attemptLimit,
    writes: 'own',
    async handle({ body, viewer }) {
      if (body.kind === 'comment' && !deps.features.includes('comments')) throw notFound('Comment')
      await accepted.consume(viewer.id)
      try {
        return await reports.createReport(db, body, viewer)
      } catch (error) {
        await accepted.refund(viewer.id)
        throw error
      }
    },
  })
  registerRoute(contract.listReports, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await reports.listReports(deps, query, viewer)),
  })
  registerRoute(contract.countReports, { handle: () => reports.countReports(db) })
  registerRoute(contract.listReportsOfItem, {
    guard: ({ params }) => reports.assertItemExists(db, params.id),
    handle: async ({ params, query, reply }) =>
      sendPage(reply, await reports.listReportsOfItem(db, params.id, query)),
  })
  registerRoute(contract.decideReport, {
    limit: decisionLimit,
    guard: ({ params }) => reports.assertItemExists(db, params.id),
    // A removal reads the whole file, a suspension changes all tracks of a user.
    handle: ({ params, body, viewer }) => reports.decide(deps, params.id, body, viewer),
  })
  registerRoute(contract.undoDecision, {
    limit: decisionLimit,
    handle: ({ params, viewer }) => reports.undo(deps, params.id, viewer),
  })

  registerRoute(suspendUser, {
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, body, viewer }) =>
      suspensions.suspendUser(deps, params.id, body.reason, viewer),
  })
  registerRoute(liftSuspension, {
    handle: ({ params, viewer }) => suspensions.liftSuspension(deps, params.id, viewer),
  })

  registerRoute(auditContract.listAudit, {
    handle: async ({ query, reply }) => sendPage(reply, await listAudit(db, query)),
  })
}
