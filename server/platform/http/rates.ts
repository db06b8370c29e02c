import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { TooMany } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { networkOf } from './network.ts'

export type RateLimit = {
  max: number
  windowSeconds: number
  /** Counted for a signed-in person (else their address), or always for the address. */
  per: 'person' | 'address'
}

export type RateCheck = (request: FastifyRequest) => Promise<void>
export type RateLimiter = {
  check(limit: RateLimit): RateCheck
  checksFor(call: Call, own: RateLimit | undefined): RateCheck[]
}

const visitorCalls = 300
const personCalls = 1500
const everydayWindow = 5 * 60

type Options = { viewerOf(request: FastifyRequest): Promise<Viewer | undefined>; scale: number }

/** Counts are kept by each server for itself. */
export async function createRateLimiter(
  app: FastifyInstance,
  { viewerOf, scale }: Options,
): Promise<RateLimiter> {
  await app.register(rateLimit, { global: false })
  const addressKey = (request: FastifyRequest) => networkOf(request.ip)
  const personKey = async (request: FastifyRequest) =>
    (await viewerOf(request))?.id ?? addressKey(request)
  const scaled = (max: number) => Math.max(1, Math.round(max * scale))

  function check({ max, windowSeconds, per }: RateLimit): RateCheck {
    return refuseOver(
      app.createRateLimit({
        max: scaled(max),
        timeWindow: windowSeconds * 1000,
        keyGenerator: per === 'person' ? personKey : addressKey,
      }),
    )
  }

  const everyday = refuseOver(
    app.createRateLimit({
      max: async (request) => scaled((await viewerOf(request)) ? personCalls : visitorCalls),
      timeWindow: everydayWindow * 1000,
      keyGenerator: personKey,
    }),
  )

  // One page shows dozens of pictures: bytes are not calls, and the store may serve them anyway.
  const checksFor = (call: Call, own: RateLimit | undefined) => [
    ...(servesBytes(call) ? [] : [everyday]),
    ...(own ? [check(own)] : []),
  ]
  return { check, checksFor }
}

function refuseOver(count: ReturnType<FastifyInstance['createRateLimit']>): RateCheck {
  return async (request) => {
    const result = await count(request)
    if (!result.isAllowed && result.isExceeded) throw new TooMany(result.ttlInSeconds)
  }
}

function servesBytes(call: Call): boolean {
  return Object.values(call.answers).some((answer) => 'binary' in answer)
}
