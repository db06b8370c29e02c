import { expect, test } from 'vitest'
import { createPasswordHasher } from './passwords.ts'

const quick = createPasswordHasher({ log2N: 8, r: 8, p: 1 })

test('passwords: a hash verifies its own password and no other', async () => {
  const hash = await quick.hash('correct horse battery')
  expect(await quick.verify('correct horse battery', hash)).toBe(true)
  expect(await quick.verify('correct horse batterY', hash)).toBe(false)
  expect(await quick.verify('correct horse battery', undefined)).toBe(false)
})

test('passwords: hashing the same password twice gives different hashes', async () => {
  expect(await quick.hash('correct horse battery')).not.toBe(
    await quick.hash('correct horse battery'),
  )
})

test('passwords: differently encoded forms of the same characters are equal', async () => {
  const hash = await quick.hash('Zo\u00eb\u2460 listens')
  expect(await quick.verify('Zoe\u03081 listens', hash)).toBe(true)
})

test('passwords: a hash with another cost can still be verified', async () => {
  const hash = await createPasswordHasher({ log2N: 9, r: 4, p: 2 }).hash('correct horse battery')
  expect(await quick.verify('correct horse battery', hash)).toBe(true)
  expect(hash).toMatch(/^scrypt\$9\$4\$2\$/)
})

test('passwords: the default cost is one that OWASP recommends', async () => {
  expect(await createPasswordHasher().hash('correct horse battery')).toMatch(/^scrypt\$15\$8\$3\$/)
})

test('passwords: concurrent verifications return correct results', async () => {
  const hash = await quick.hash('correct horse battery')
  const attempts = Array.from({ length: 18 }, (_, i) => (i % 2 ? 'correct horse battery' : 'wrong'))
  const results = await Promise.all(attempts.map((password) => quick.verify(password, hash)))
  expect(results).toEqual(attempts.map((password) => password !== 'wrong'))
})
