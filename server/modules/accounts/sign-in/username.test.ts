import fc from 'fast-check'
import { expect, test } from 'vitest'
import { profileUpdate } from '#contract/users.ts'
import { isLongEnough, numberedUsername, usernameFrom } from './username.ts'

const account = { issuer: 'i', subject: 's', emailVerified: false }
const allowed = (username: string) => profileUpdate.safeParse({ username }).success

test.each([
  [{ preferredUsername: 'maya', name: 'Maya Lind' }, 'maya'],
  [{ preferredUsername: 'Łukasz Żak' }, 'Lukasz-Zak'],
  [{ name: 'Zoë Märtens' }, 'Zoe-Martens'],
  [{ name: 'Иван Щукин' }, 'Ivan-Shchukin'],
  [{ preferredUsername: '.o+o.' }, 'o-o'],
  [{ name: 'a'.repeat(40) }, 'a'.repeat(30)],
  [{ name: 'Ines Calder', givenName: 'Ines' }, 'Ines-Calder'],
  [{ name: '!!!', givenName: 'Ines' }, 'Ines'],
  [{ preferredUsername: '!!!' }, undefined],
  [{ preferredUsername: 'ａｄａ' }, 'ada'],
  [{ preferredUsername: '\u0430dmin', name: 'Ines' }, 'Ines'],
  [{ name: '\u3164\u3164\u3164' }, undefined],
  [{}, undefined],
])('username: %j becomes %s', (claims, expected) => {
  expect(usernameFrom({ ...account, ...claims })).toBe(expected)
})

test.each([
  [{}, undefined],
  [{ preferredUsername: 'ines.calder@example.org', name: 'Ines' }, 'Ines'],
  [{ preferredUsername: 'ines.calder＠corp.example', givenName: 'Ines' }, 'Ines'],
  [{ name: 'ines.calder@example.org' }, undefined],
  [{ name: 'Ines <ines.calder@example.org>' }, undefined],
])('username: with an email address, %j becomes %s', (claims, expected) => {
  const username = usernameFrom({ ...account, email: 'ines.calder@example.org', ...claims })
  expect(username).toBe(expected)
})

test('username: without a name it is a neutral word with a random number', () => {
  expect(numberedUsername(undefined)).toMatch(/^listener-\d{4,5}$/)
})

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points))

test('username: every claim gives a username that the profile form accepts', () => {
  fc.assert(
    fc.property(anyText, (preferredUsername) => {
      const username = usernameFrom({ ...account, preferredUsername })
      expect(allowed(numberedUsername(username))).toBe(true)
      if (username && isLongEnough(username)) expect(allowed(username)).toBe(true)
    }),
  )
})
