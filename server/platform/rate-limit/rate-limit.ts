import type { RouteDefinition } from '#contract/route.ts'
import { RateLimitError } from '#server/errors.ts'
import type { SharedCounts } from '#server/platform/rate-limit/distributed-counter.ts'
import type { Viewer } from '#server/viewer.ts'
import { memoize } from '../memory/memoize.ts'
import { clientSubnet } from './client-subnet.ts'

export type RateLimit = {
  max: number
  windowSeconds: number
  /** Counted for a signed-in person (else their address), or always for the address. */
  per: 'person' | 'address'
}

/** Throws if this call is one too many. */
export type RateCheck = (caller: { ip: string }, viewer?: Viewer | undefined) => void
export type RateLimiter = {
  check(name: string, limit: RateLimit): RateCheck
  checksForRoute(call: RouteDefinition, own: RateLimit | undefined): RateCheck[]
}

const visitorCalls = 300
const personCalls = 1500
const everydayWindow = 5 * 60

/** Limits hold for all servers together, give or take what a second brings. */
export function createRateLimiter({
  counts,
  scale,
}: {
  counts: SharedCounts
  scale: number
}): RateLimiter {
  const scaled = (max: number) => Math.max(1, Math.round(max * scale))

  function count(key: string, max: number, windowSeconds: number) {
    const most = scaled(max)
    const { count, msLeft } = counts.add(key, { most, windowMs: windowSeconds * 1000 })
    if (count > most) throw new RateLimitError(Math.ceil(msLeft / 1000))
  }

  const check = (name: string, { max, windowSeconds, per }: RateLimit): RateCheck => {
    return ({ ip }, viewer) => {
      const person = per === 'person' ? viewer?.id : undefined
      count(`${name} ${person ?? clientSubnet(ip)}`, max, windowSeconds)
    }
  }

  const visitorKey = memoize((ip) => `calls ${clientSubnet(ip)}`)
  const everyday: RateCheck = ({ ip }, viewer) =>
    viewer
      ? count(`calls ${viewer.id}`, personCalls, everydayWindow)
      : count(visitorKey(ip), visitorCalls, everydayWindow)

  // One page shows dozens of pictures: bytes are not calls, and the store may serve them anyway.
  const checksForRoute = (call: RouteDefinition, own: RateLimit | undefined) => [
    ...(isBinary(call) ? [] : [everyday]),
    ...(own ? [check(call.name, own)] : []),
  ]
  return { check, checksForRoute }
}

function isBinary(call: RouteDefinition): boolean {
  return Object.values(call.responses).some((answer) => 'binary' in answer)
}
