import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { createLocalAccounts } from './local-accounts.ts'
import { createHashQueue, type PasswordHasher } from './passwords.ts'

/** Hashes only once the test opens the gate. */
function createGated() {
  const queue = createHashQueue()
  const gate = Promise.withResolvers<void>()
  const hashed: string[] = []
  const work = (password: string) => async () => {
    hashed.push(password)
    await gate.promise
    return ''
  }
  const passwordHasher: PasswordHasher = {
    hash: (password, job = { keys: [] }) => queue(job, work(password)),
    verify: async (password, _, job = { keys: [] }) => (await queue(job, work(password))) === '',
  }
  // The other dependencies are not used for new passwords.
  const localAccounts = createLocalAccounts({ passwordHasher, reservedEmails: [] } as never)
  return { localAccounts, passwordHasher, hashed, open: gate.resolve }
}

/** A reply whose connection the test can close. */
const replyTo = (ip: string) =>
  ({ request: { ip }, raw: new EventEmitter() }) as unknown as FastifyReply

const password = (i: number) => `marsh kettle ${i} violet`

test('new passwords: a hundred at once with one reset link do not delay or displace a sign-in', async () => {
  const { localAccounts, passwordHasher, hashed, open } = createGated()
  const refused: unknown[] = []
  const flood = Array.from({ length: 100 }, (_, i) =>
    localAccounts
      .hashNewPassword({ id: 'a' }, password(i), replyTo('192.0.2.1'))
      .catch((error: unknown) => void refused.push(error)),
  )
  await expect.poll(() => refused.length).toBe(82)
  const job = { keys: ['network 192.0.2.2', 'account b@example.org'] }
  const signingIn = passwordHasher.verify('of the sign-in', undefined, job)
  open()
  expect(await signingIn).toBe(true)
  await Promise.all(flood)
  expect(hashed.indexOf('of the sign-in')).toBe(2)
  expect(refused).toHaveLength(83)
  expect(refused[0]).toMatchObject({ status: 503, retryAfter: 2 })
})

test('new passwords: one of a connection that has closed is not hashed', async () => {
  const { localAccounts, hashed, open } = createGated()
  const set = (i: number, reply = replyTo('192.0.2.1')) =>
    localAccounts.hashNewPassword({ id: 'a' }, password(i), reply)
  const first = [set(1), set(2)]
  await expect.poll(() => hashed.length).toBe(2)
  const leaving = replyTo('192.0.2.1')
  const left = expect(set(3, leaving)).rejects.toMatchObject({ status: 503 })
  await expect.poll(() => leaving.raw.listenerCount('close')).toBe(1)
  leaving.raw.emit('close')
  await left
  open()
  await Promise.all(first)
  expect(hashed).not.toContain(password(3))
})
