import { expect, test } from 'vitest'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { createRateLimiter } from './rate-limiter.ts'

const database = setUpTestDatabase()

const anHour = 60 * 60
const create = (options: { scale?: number; now?: () => number } = {}) => {
  const limiter = createRateLimiter({ db: database.postgres.db, scale: 1, ...options })
  // No sync with the database: what one server counts is enough here.
  limiter.close()
  return limiter
}

const hourly = (max: number) => ({ max, windowSeconds: anHour })

test('a quota belongs to one address, is used up, and is full again after its window', () => {
  let now = 0
  const quota = create({ now: () => now }).quota('plays', hourly(2))
  quota.consume('192.0.2.1')
  now = 600_000
  quota.consume('192.0.2.1')
  expect(() => quota.consume('192.0.2.1')).toThrow(expect.objectContaining({ retryAfter: 3000 }))
  quota.consume('192.0.2.2')
  now = 3_600_000
  quota.consume('192.0.2.1')
})

test('a refund gives back one request, and a refused request costs nothing', () => {
  const quota = create().quota('plays', hourly(1))
  quota.consume('192.0.2.1')
  expect(() => quota.consume('192.0.2.1')).toThrow()
  quota.refund('192.0.2.1')
  quota.consume('192.0.2.1')
  expect(() => quota.consume('192.0.2.1')).toThrow()
})

test('a quota counts a whole IPv6 network as one address', () => {
  const quota = create().quota('plays', hourly(1))
  quota.consume('2001:db8:1:2::1')
  expect(() => quota.consume('2001:db8:1:2:aaaa::7')).toThrow()
  quota.consume('2001:db8:1:3::1')
})

test('the subnets of an IPv6 network have sixteen times the limit of one, and refunds give it back', () => {
  const limiter = create()
  const [quota, check] = [
    limiter.quota('plays', hourly(1)),
    limiter.check('x', { ...hourly(1), per: 'ip' }),
  ]
  const subnets = Array.from({ length: 16 }, (_, index) => `2001:db8:1:${index}::1`)
  for (const ip of subnets) {
    quota.consume(ip)
    check({ ip })
  }
  const another = '2001:db8:1:ffff::1'
  expect(() => quota.consume(another)).toThrow()
  expect(() => check({ ip: another })).toThrow()
  check({ ip: '2001:db8:2:ffff::1' })
  quota.refund(subnets[0] ?? '')
  quota.consume(another)
})

test('the rate limiter counts signed-in users by their id and anonymous callers by their IP address', () => {
  const check = create().check('likes', { max: 1, windowSeconds: 60, per: 'user' })
  const caller = { ip: '192.0.2.1' }
  check(caller, { id: 'ada', isAdmin: false })
  check(caller, { id: 'ines', isAdmin: false })
  check(caller)
  expect(() => check(caller, { id: 'ada', isAdmin: false })).toThrow('Too many requests')
  expect(() => check(caller)).toThrow('Too many requests')
})

test('the rate limiter multiplies every limit by the scale', () => {
  const check = create({ scale: 2 }).check('likes', { max: 1, windowSeconds: 60, per: 'ip' })
  check({ ip: '192.0.2.1' })
  check({ ip: '192.0.2.1' })
  expect(() => check({ ip: '192.0.2.1' })).toThrow()
})
