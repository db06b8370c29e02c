import fc from 'fast-check'
import { expect, test } from 'vitest'
import { profileUpdate } from '#contract/users.ts'
import { isLongEnough, numberedUsername, usernameFrom } from './username.ts'

const account = { issuer: 'i', subject: 's', emailVerified: false }
const allowed = (username: string) => profileUpdate.safeParse({ username }).success

test.each([
  [{ email: 'ines.calder@example.org' }, 'ines.calder'],
  [{ email: 'ines@example.org', preferredUsername: 'maya' }, 'maya'],
  [{ preferredUsername: 'maya@corp.example' }, 'maya'],
  [{ preferredUsername: 'Łukasz Żak' }, 'Łukasz-Żak'],
  [{ email: '.o+o.@example.org' }, 'o-o'],
  [{ email: `${'a'.repeat(40)}@example.org` }, 'a'.repeat(30)],
  [{ email: '!!!@example.org' }, 'listener'],
  [{}, 'listener'],
])('username: %j becomes %s', (claims, expected) => {
  expect(usernameFrom({ ...account, ...claims })).toBe(expected)
})

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points))

test('username: every claim gives a username that the profile form accepts', () => {
  fc.assert(
    fc.property(anyText, (preferredUsername) => {
      const username = usernameFrom({ ...account, preferredUsername })
      expect(allowed(numberedUsername(username))).toBe(true)
      if (isLongEnough(username)) expect(allowed(username)).toBe(true)
    }),
  )
})
