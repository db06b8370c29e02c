import { expect, test } from 'vitest'
import { createPasswordHasher } from './passwords.ts'

const quick = createPasswordHasher({ log2N: 8, r: 8, p: 1 })

test('a hash fits its own password and no other', async () => {
  const hash = await quick.hash('correct horse battery')
  expect(await quick.verify('correct horse battery', hash)).toBe(true)
  expect(await quick.verify('correct horse batterY', hash)).toBe(false)
  expect(await quick.verify('correct horse battery', undefined)).toBe(false)
})

test('the same password never has the same hash twice', async () => {
  expect(await quick.hash('correct horse battery')).not.toBe(
    await quick.hash('correct horse battery'),
  )
})

test('the same letters typed on another system fit', async () => {
  const hash = await quick.hash('Zo\u00eb\u2460 listens')
  expect(await quick.verify('Zoe\u03081 listens', hash)).toBe(true)
})

test('a hash made with another cost can still be checked', async () => {
  const hash = await createPasswordHasher({ log2N: 9, r: 4, p: 2 }).hash('correct horse battery')
  expect(await quick.verify('correct horse battery', hash)).toBe(true)
  expect(hash).toMatch(/^scrypt\$9\$4\$2\$/)
})

test('the usual cost is one that OWASP recommends', async () => {
  expect(await createPasswordHasher().hash('correct horse battery')).toMatch(/^scrypt\$15\$8\$3\$/)
})

test('many at once all come out right', async () => {
  const hash = await quick.hash('correct horse battery')
  const tries = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'correct horse battery' : 'wrong'))
  const answers = await Promise.all(tries.map((password) => quick.verify(password, hash)))
  expect(answers).toEqual(tries.map((password) => password !== 'wrong'))
})
