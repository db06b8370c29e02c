import type { IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { isBinary, type RouteDefinition, routeName } from '#contract/route.ts'
import { RateLimitError } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { isForeignSubresource } from '../http/security.ts'
import { clientNetwork, clientSubnet } from './client-subnet.ts'
import { createDistributedCounter, hashKey, type Quota } from './distributed-counter.ts'
import { addToCounters, deleteCounter } from './repository.ts'

type Limit = { max: number; windowSeconds: number }
export type RateLimit = Limit & {
  /** Counted per signed-in user (anonymous callers per client subnet), or always per client subnet. */
  per: 'user' | 'ip'
}

/** Throws if this request exceeds the limit. */
export type RateCheck = (caller: Caller, viewer?: Viewer | undefined) => void
type Caller = { ip: string; socket?: unknown; headers?: IncomingHttpHeaders }

/** What pages of other sites request is counted apart: it leaves their visitors all of their own. */
const nameFor = (name: string, { headers = {} }: Caller) =>
  isForeignSubresource({ headers }) ? `${name} by other sites` : name

/** A customer with IPv6 can have 65,536 subnets: together they have so many times the limit of one. */
const subnetsPerNetwork = 16

const windowSeconds = 5 * 60
const anonymousLimit = { max: 300, windowSeconds }
const userLimit = { max: 1500, windowSeconds }

type Options = { db: Db; scale: number; now?: () => number }

export type RateLimiter = ReturnType<typeof createRateLimiter>

/**
 * Every limit on how often something may happen. Limits hold for all servers together, in the table `rate_limits`:
 * `strict` at once, the others within a second. All are multiplied by `scale` (RATE_LIMIT_SCALE).
 */
export function createRateLimiter({ db, scale, now }: Options) {
  const counter = createDistributedCounter({
    addDeltas: (deltas) => addToCounters(db, deltas),
    ...(now && { now }),
  })
  const quotaOf = ({ max, windowSeconds }: Limit): Quota => ({
    max: Math.max(1, Math.round(max * scale)),
    windowMs: windowSeconds * 1000,
  })

  function consume(key: string, quota: Quota) {
    const { count, msLeft } = counter.increment(key, quota)
    if (count > quota.max) throw new RateLimitError(Math.ceil(msLeft / 1000))
  }

  /** The network first: while it is refused, its subnets cost no memory. */
  function quotasOf(name: string, ip: string, quota: Quota): [key: string, quota: Quota][] {
    const [network, subnet] = [clientNetwork(ip), clientSubnet(ip)]
    const max = quota.max * subnetsPerNetwork
    const own: [string, Quota] = [`${name} ${subnet}`, quota]
    return network === subnet ? [own] : [[`${name} network ${network}`, { ...quota, max }], own]
  }

  function consumeFor(name: string, ip: string, quota: Quota) {
    for (const [key, limit] of quotasOf(name, ip, quota)) consume(key, limit)
  }

  function check(name: string, limit: RateLimit): RateCheck {
    const quota = quotaOf(limit)
    return (caller, viewer) => {
      const userId = limit.per === 'user' ? viewer?.id : undefined
      if (userId) consume(`${name} ${userId}`, quota)
      else consumeFor(nameFor(name, caller), caller.ip, quota)
    }
  }

  const anonymousQuota = quotaOf(anonymousLimit)
  const userQuota = quotaOf(userLimit)
  const checkDefault: RateCheck = ({ ip, socket }, viewer) => {
    // A call of the server itself has no socket: the page that it renders has counted already.
    if (socket && !(socket instanceof Socket)) return
    if (viewer) consume(`calls ${viewer.id}`, userQuota)
    else consumeFor('calls', ip, anonymousQuota)
  }

  return {
    check,
    /** The default limit, for what is no route of the contract. */
    checkDefault,
    /**
     * The default limit of every route, and the route's own. One page shows dozens of images: binary responses do not
     * count toward the default limit.
     */
    checksForRoute: (route: RouteDefinition, own: RateLimit | undefined): RateCheck[] => [
      ...(isBinary(route) ? [] : [checkDefault]),
      ...(own ? [check(routeName(route), own)] : []),
    ],
    /** Counts requests per client subnet; those that turn out not to count are refunded. */
    quota(name: string, limit: Limit) {
      const quota = quotaOf(limit)
      return {
        consume(ip: string) {
          const counted: string[] = []
          try {
            for (const [key, limit] of quotasOf(name, ip, quota)) {
              counted.push(key)
              consume(key, limit)
            }
          } catch (error) {
            for (const key of counted) counter.decrement(key)
            throw error
          }
        },
        refund(ip: string) {
          for (const [key] of quotasOf(name, ip, quota)) counter.decrement(key)
        },
      }
    },
    /** Exact across all servers, at the price of one query per attempt. */
    strict(name: string, limit: Limit, message: (secondsLeft: number) => string) {
      const { max, windowMs } = quotaOf(limit)
      const keyFor = (subject: string) => hashKey(`${name} ${subject}`)
      const add = (subject: string, amount: number) =>
        addToCounters(db, [{ key: keyFor(subject), amount, msLeft: windowMs }])
      const findExceeded = async (subject: string) =>
        (await add(subject, 1)).find(({ count }) => count > max)
      return {
        /** Counts an attempt. Returns false if there were too many. */
        admits: async (subject: string) => !(await findExceeded(subject)),
        /** As `admits`, but throws. */
        async consume(subject: string) {
          const exceeded = await findExceeded(subject)
          if (!exceeded) return
          const secondsLeft = Math.max(1, Math.ceil(exceeded.msLeft / 1000))
          throw new RateLimitError(secondsLeft, message(secondsLeft))
        },
        /** Refunds an attempt that does not count. */
        async refund(subject: string) {
          await add(subject, -1)
        },
        reset: (subject: string) => deleteCounter(db, keyFor(subject)),
      }
    },
    close: counter.close,
  }
}
