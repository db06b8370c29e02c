import type { FastifyRequest } from 'fastify'
import { recordSharedRetention } from '#contract/share-links.ts'
import * as contract from '#contract/stats.ts'
import type { ShareLinks } from '#server/modules/share-links/open.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { Viewer } from '#server/viewer.ts'
import type { PlayRecorder } from '../recorder.ts'
import { type Report, recordRetention } from './service.ts'

type Deps = {
  db: Db
  timeZone: string
  recorder: PlayRecorder
  limiter: RateLimiter
  shareLinks: ShareLinks
}

/** Per client subnet: twice as many as plays, because a track that is heard again is one play. */
const listenQuota = { max: 240, windowSeconds: 60 * 60 }
const reportLimit = { max: 120, windowSeconds: 60, per: 'ip' } as const

export function retentionRoutes(
  registerRoute: RegisterRoute,
  { db, timeZone, recorder, limiter, shareLinks }: Deps,
) {
  const listens = limiter.quota('started-listens', listenQuota)
  async function record(report: Report, viewer: Viewer | undefined, request: FastifyRequest) {
    if (recorder.isIgnored(request)) return
    listens.consume(request.ip)
    let isNew = false
    try {
      isNew = await recordRetention(db, report, { viewer, timeZone })
    } finally {
      if (!isNew) listens.refund(request.ip)
    }
  }

  registerRoute(contract.recordRetention, {
    writes: 'own',
    limit: reportLimit,
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    handle: ({ params, body, viewer, request }) =>
      record({ trackId: params.id, ...body }, viewer, request),
  })
  registerRoute(recordSharedRetention, {
    writes: 'own',
    limit: reportLimit,
    guard: shareLinks.open,
    async handle({ body, ...input }) {
      await shareLinks.openForSound(input)
      await record({ trackId: input.params.trackId, ...body }, input.viewer, input.request)
    },
  })
}
