import type { FastifyReply, FastifyRequest } from 'fastify'
import { playTrack } from '#contract/tracks.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import {
  dailyListenerToken,
  listenerCookie,
  listenerKey,
  listenerTokenOf,
  newListenerToken,
} from './listener.ts'
import type { PlayCounter } from './service.ts'

type Deps = {
  db: Db
  counter: PlayCounter
  limiter: RateLimiter
  publicUrl: string
  /** The salt of the hashes that identify listeners without a cookie. */
  listenerSalt: Buffer
}

const oneYearSeconds = 365 * 24 * 60 * 60
/** Per client subnet. Plays that are not counted are refunded. */
const playQuota = { max: 120, windowSeconds: 60 * 60 }

export function playRoutes(
  registerRoute: RegisterRoute,
  { db, counter, limiter, publicUrl, listenerSalt }: Deps,
) {
  const quota = limiter.quota('counted-plays', playQuota)
  const secure = publicUrl.startsWith('https:')
  const embeddedToken = ({ ip, headers }: FastifyRequest) =>
    dailyListenerToken(listenerSalt, { address: ip, browser: headers['user-agent'] ?? '' })

  function cookieToken(request: FastifyRequest, reply: FastifyReply): string {
    const known = listenerTokenOf(request.cookies)
    if (known) return known
    const token = newListenerToken()
    reply.setCookie(listenerCookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: oneYearSeconds,
    })
    return token
  }

  registerRoute(playTrack, {
    privateWrite: true,
    guard: ({ params, viewer }) => assertCanView(db, params.id, viewer),
    async handle({ params, body, viewer: caller, request, reply }) {
      // Some browsers send the cookies of a frame in another site and some do not. None is used, so that a listener is
      // the same in both cases.
      const viewer = body?.embedded ? undefined : caller
      const token = () => (body?.embedded ? embeddedToken(request) : cookieToken(request, reply))
      const play = {
        trackId: params.id,
        listener: listenerKey(viewer, viewer ? '' : token()),
        viewer,
        referrer: body?.referrer ?? null,
        source: body?.embedded ? ('embed' as const) : ('site' as const),
      }
      quota.consume(request.ip)
      let counted = false
      try {
        const result = await counter.count(play)
        counted = result.counted
        return result
      } finally {
        if (!counted) quota.refund(request.ip)
      }
    },
  })
}
