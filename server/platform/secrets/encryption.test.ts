import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const key = randomBytes(32)

test('encryption: a text is read again with its key and context, and with no other', () => {
  const encrypted = encrypt(key, 'naïve 🎻', 'user 1')
  expect(encrypted).not.toContain('naïve')
  expect(decrypt(key, encrypted, 'user 1')).toBe('naïve 🎻')
  expect(decrypt(key, encrypted, 'user 2')).toBeUndefined()
  expect(decrypt(randomBytes(32), encrypted, 'user 1')).toBeUndefined()
})

test('encryption: a changed or shortened text is not read', () => {
  const encrypted = encrypt(key, 'secret', 'user')
  const bytes = Buffer.from(encrypted, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(decrypt(key, bytes.toString('base64url'), 'user')).toBeUndefined()
  for (const length of [0, 11, 20])
    expect(decrypt(key, encrypted.slice(0, length), 'user')).toBeUndefined()
})

test('encryption: the same text is encrypted differently each time', () => {
  expect(encrypt(key, 'secret', 'user')).not.toBe(encrypt(key, 'secret', 'user'))
})
