import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { TooMany } from '#server/errors.ts'
import type { SharedCounts } from '#server/platform/counts/shared-counts.ts'
import type { Viewer } from '#server/viewer.ts'

export type RateLimit = {
  max: number
  windowSeconds: number
  /** Counted for a signed-in person (else their address), or always for the address. */
  per: 'person' | 'address'
}

export type RateCheck = (request: FastifyRequest) => Promise<void>
export type RateLimiter = {
  check(name: string, limit: RateLimit): RateCheck
  checksFor(call: Call, own: RateLimit | undefined): RateCheck[]
}

const visitorCalls = 300
const personCalls = 1500
const everydayWindow = 5 * 60

type Options = {
  viewerOf(request: FastifyRequest): Promise<Viewer | undefined>
  counts: SharedCounts
  scale: number
}

/** Limits hold for all servers together, give or take what a second brings. */
export async function createRateLimiter(
  app: FastifyInstance,
  { viewerOf, counts, scale }: Options,
): Promise<RateLimiter> {
  await app.register(rateLimit, { global: false, store: storeOf(counts) })
  const personKey = async (request: FastifyRequest) => (await viewerOf(request))?.id ?? request.ip
  const scaled = (max: number) => Math.max(1, Math.round(max * scale))

  function check(name: string, { max, windowSeconds, per }: RateLimit): RateCheck {
    const keyOf = per === 'person' ? personKey : async ({ ip }: FastifyRequest) => ip
    return refuseOver(
      app.createRateLimit({
        max: scaled(max),
        timeWindow: windowSeconds * 1000,
        keyGenerator: async (request) => `${name} ${await keyOf(request)}`,
      }),
    )
  }

  const everyday = refuseOver(
    app.createRateLimit({
      max: async (request) => scaled((await viewerOf(request)) ? personCalls : visitorCalls),
      timeWindow: everydayWindow * 1000,
      keyGenerator: async (request) => `calls ${await personKey(request)}`,
    }),
  )

  // One page shows dozens of pictures: bytes are not calls, and the store may serve them anyway.
  const checksFor = (call: Call, own: RateLimit | undefined) => [
    ...(servesBytes(call) ? [] : [everyday]),
    ...(own ? [check(call.name, own)] : []),
  ]
  return { check, checksFor }
}

/** As the library wants it: a class, of which it makes one for each limit. */
function storeOf(counts: SharedCounts) {
  type Answer = (error: Error | null, result: { current: number; ttl: number }) => void
  return class Store {
    incr(key: string, answer: Answer, windowMs: number, most: number) {
      const { count, msLeft } = counts.add(key, { most, windowMs })
      answer(null, { current: count, ttl: msLeft })
    }
    child() {
      return this
    }
  }
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
