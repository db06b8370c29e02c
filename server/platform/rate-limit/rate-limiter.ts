import { createHash } from 'node:crypto'
import { isBinary, type RouteDefinition, routeName } from '#contract/route.ts'
import { RateLimitError } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { clientSubnet } from './client-subnet.ts'
import { addToCounter, deleteCounter } from './repository.ts'

type Limit = { max: number; windowSeconds: number }
export type RateLimit = Limit & {
  /** Counted per signed-in user (anonymous callers per client subnet), or always per client subnet. */
  per: 'user' | 'ip'
}

/** Throws if this request exceeds the limit. */
export type RateCheck = (caller: { ip: string }, viewer?: Viewer | undefined) => void

/** Counts requests per client subnet; those that turn out not to count are refunded. */
type RequestQuota = { consume(ip: string): void; refund(ip: string): void }

/** Exact across all servers, at the price of one query per attempt. */
export type StrictLimit = {
  consume(subject: string): Promise<void>
  /** Refunds an attempt that does not count. */
  refund(subject: string): Promise<void>
  reset(subject: string): Promise<void>
}

/**
 * Every limit on how often something may happen. `strict` holds for all servers together, in the table `rate_limits`;
 * each server counts the others in memory, because a request should not wait for the database to be counted. All are
 * multiplied by `scale` (RATE_LIMIT_SCALE).
 */
export type RateLimiter = {
  check(name: string, limit: RateLimit): RateCheck
  /** The default limit of every route, and the route's own. */
  checksForRoute(route: RouteDefinition, own: RateLimit | undefined): RateCheck[]
  quota(name: string, limit: Limit): RequestQuota
  strict(name: string, limit: Limit, message: (secondsLeft: number) => string): StrictLimit
}

const windowSeconds = 5 * 60
const anonymousLimit = { max: 300, windowSeconds }
const userLimit = { max: 1500, windowSeconds }

type Options = { db: Db; scale: number; now?: () => number }
/** At most `max` in a window, which starts with the first request. */
type Quota = { max: number; windowMs: number }
type Window = { count: number; endsAt: number }

/** Windows that have ended are removed at this many, and then whenever the number has doubled. */
const minSweepSize = 10_000

export function createRateLimiter({ db, scale, now = Date.now }: Options): RateLimiter {
  const windows = new Map<string, Window>()
  let sweepSize = minSweepSize
  const quotaOf = ({ max, windowSeconds }: Limit): Quota => ({
    max: Math.max(1, Math.round(max * scale)),
    windowMs: windowSeconds * 1000,
  })

  function openWindow(key: string, endsAt: number): Window {
    if (windows.size >= sweepSize) {
      for (const [known, window] of windows) if (window.endsAt <= now()) windows.delete(known)
      sweepSize = Math.max(minSweepSize, windows.size * 2)
    }
    const window = { count: 0, endsAt }
    windows.set(key, window)
    return window
  }

  function consume(key: string, { max, windowMs }: Quota) {
    const time = now()
    const known = windows.get(key)
    const window = known && known.endsAt > time ? known : openWindow(key, time + windowMs)
    window.count += 1
    if (window.count > max) throw new RateLimitError(Math.ceil((window.endsAt - time) / 1000))
  }

  function check(name: string, limit: RateLimit): RateCheck {
    const quota = quotaOf(limit)
    return ({ ip }, viewer) => {
      const userId = limit.per === 'user' ? viewer?.id : undefined
      consume(`${name} ${userId ?? clientSubnet(ip)}`, quota)
    }
  }

  const anonymousQuota = quotaOf(anonymousLimit)
  const userQuota = quotaOf(userLimit)
  const checkDefault: RateCheck = ({ ip }, viewer) =>
    viewer
      ? consume(`calls ${viewer.id}`, userQuota)
      : consume(`calls ${clientSubnet(ip)}`, anonymousQuota)

  return {
    check,
    // One page shows dozens of images: binary responses do not count toward the default limit.
    checksForRoute: (route, own) => [
      ...(isBinary(route) ? [] : [checkDefault]),
      ...(own ? [check(routeName(route), own)] : []),
    ],
    quota(name, limit) {
      const quota = quotaOf(limit)
      const keyFor = (ip: string) => `${name} ${clientSubnet(ip)}`
      const refund = (ip: string) => {
        const window = windows.get(keyFor(ip))
        if (window && window.count > 0) window.count -= 1
      }
      return {
        consume(ip) {
          try {
            consume(keyFor(ip), quota)
          } catch (error) {
            refund(ip)
            throw error
          }
        },
        refund,
      }
    },
    strict(name, limit, message) {
      const { max, windowMs } = quotaOf(limit)
      const keyFor = (subject: string) => hashKey(`${name} ${subject}`)
      return {
        async consume(subject) {
          const { count, msLeft } = await addToCounter(db, keyFor(subject), 1, windowMs)
          if (count <= max) return
          const secondsLeft = Math.max(1, Math.ceil(msLeft / 1000))
          throw new RateLimitError(secondsLeft, message(secondsLeft))
        },
        async refund(subject) {
          await addToCounter(db, keyFor(subject), -1, windowMs)
        },
        reset: (subject) => deleteCounter(db, keyFor(subject)),
      }
    },
  }
}

/** The database stores no address and no email. */
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')
