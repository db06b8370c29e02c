import { expect, test } from 'vitest'
import { readClaims } from './claims.ts'

const read = (idToken: object, userInfo: object = {}) =>
  readClaims(
    { idToken: { sub: 'maya', ...idToken }, userInfo: { ...userInfo } },
    'https://id.example',
  )
const identity = { issuer: 'https://id.example', subject: 'maya', emailVerified: false }

test('claims: names and addresses are read as forms read them', () => {
  const claims = read({ email: ' Maya@Example.org ', name: ' Maya\r\nLind', given_name: '\u3164' })
  expect(claims).toEqual({ ...identity, email: 'Maya@Example.org', name: 'Maya Lind' })
})

test('claims: those of the userinfo endpoint replace those of the id token', () => {
  const email = 'maya@example.org'
  const userInfo = { email, email_verified: true, name: 'Maya' }
  const claims = read({ email: 'old@example.org', name: 'M.', given_name: 'Mai' }, userInfo)
  expect(claims).toEqual({
    ...identity,
    email,
    emailVerified: true,
    name: 'Maya',
    givenName: 'Mai',
  })
})

test('claims: an address is verified only by the document that names it', () => {
  const mine = { email: 'me@example.org', email_verified: true }
  const theirs = { email: 'boss@example.org' }
  expect(read(mine, theirs)).toMatchObject({ ...theirs, emailVerified: false })
  expect(read(theirs, { email_verified: true })).toMatchObject({ ...theirs, emailVerified: false })
  expect(read(mine, { name: 'Maya' })).toMatchObject({ email: mine.email, emailVerified: true })
  expect(read({ ...theirs, email_verified: true }, mine)).toMatchObject({
    email: mine.email,
    emailVerified: true,
  })
})

test('claims: what identifies this sign-in is read from the id token alone', () => {
  const [password_id, provider_session] = ['p', 's']
  expect(read({}, { password_id, provider_session })).toEqual(identity)
  const claims = read(
    { password_id, provider_session },
    { password_id: 'x', provider_session: 'y' },
  )
  expect(claims).toEqual({ ...identity, passwordId: 'p', providerSession: 's' })
})

test.each([
  ['name', 'x'.repeat(101)],
  ['name', 'a\0b'],
  ['name', 'a\x1bb'],
  ['name', { formatted: 'Maya' }],
  ['given_name', 'x'.repeat(51)],
  ['family_name', 'x'.repeat(51)],
  ['preferred_username', 'x'.repeat(100_000)],
  ['picture', 'javascript:alert(1)'],
  ['picture', `https://pictures.example/${'x'.repeat(2000)}`],
  ['provider_session', 'x'.repeat(100_000)],
])('claims: %s is left out where no form would accept it', (claim, value) => {
  expect(read({ [claim]: value })).toEqual(identity)
})

test.each([
  'a@example.test\r\nBcc: x',
  'a@example.test, b@example.test',
  'Maya <maya@example.test>',
  `${'x'.repeat(100_000)}@example.test`,
  'a\0@example.test',
  'nobody',
  7,
])('claims: the address %j counts as none, and as not verified', (email) => {
  expect(read({ email, email_verified: true })).toEqual({ ...identity, hasInvalidEmail: true })
})
