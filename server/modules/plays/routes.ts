import type { FastifyReply, FastifyRequest } from 'fastify'
import { playTrack } from '#contract/tracks.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { SharedCounts } from '#server/platform/rate-limit/distributed-counter.ts'
import { isListenerToken, listenerKey, newListenerToken } from './listener.ts'
import { createPlayQuota } from './play-quota.ts'
import type { PlayCounter } from './service.ts'

type Deps = {
  counter: PlayCounter
  counts: SharedCounts
  rateLimitScale: number
  publicUrl: string
}

const COOKIE = 'listener'
const ONE_YEAR = 365 * 24 * 60 * 60
const COUNTED_PER_HOUR = 120

export function playRoutes(
  serve: RegisterRoute,
  { counter, counts, rateLimitScale, publicUrl }: Deps,
) {
  const perHour = Math.max(1, Math.round(COUNTED_PER_HOUR * rateLimitScale))
  const budget = createPlayQuota(perHour, counts)
  const secure = publicUrl.startsWith('https:')

  serve(playTrack, {
    guard: ({ params, viewer }) => counter.assertCanView(params.id, viewer),
    async handle({ params, viewer, request, reply }) {
      const token = viewer ? '' : tokenOf(request, reply, secure)
      const play = { trackId: params.id, listener: listenerKey(viewer, token), viewer }
      budget.consume(request.ip)
      let counted = false
      try {
        const result = await counter.count(play)
        counted = result.counted
        return result
      } finally {
        if (!counted) budget.refund(request.ip)
      }
    },
  })
}

function tokenOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const known = request.cookies[COOKIE]
  if (isListenerToken(known)) return known
  const token = newListenerToken()
  reply.setCookie(COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: ONE_YEAR,
  })
  return token
}
