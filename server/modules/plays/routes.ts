import type { FastifyReply, FastifyRequest } from 'fastify'
import { playTrack } from '#contract/tracks.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { listenerCookie, listenerKey, listenerTokenOf, newListenerToken } from './listener.ts'
import type { PlayCounter } from './service.ts'

type Deps = {
  counter: PlayCounter
  limiter: RateLimiter
  publicUrl: string
}

const oneYearSeconds = 365 * 24 * 60 * 60
/** Per client subnet. Plays that are not counted are refunded. */
const playQuota = { max: 120, windowSeconds: 60 * 60 }

export function playRoutes(registerRoute: RegisterRoute, { counter, limiter, publicUrl }: Deps) {
  const quota = limiter.quota('counted-plays', playQuota)
  const secure = publicUrl.startsWith('https:')

  registerRoute(playTrack, {
    guard: ({ params, viewer }) => counter.assertCanView(params.id, viewer),
    async handle({ params, viewer, request, reply }) {
      const token = viewer ? '' : listenerToken(request, reply, secure)
      const play = { trackId: params.id, listener: listenerKey(viewer, token), viewer }
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

function listenerToken(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
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
