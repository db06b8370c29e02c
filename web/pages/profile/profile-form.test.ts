import { expect, test } from 'vitest'
import type { Profile } from '#contract/users.ts'
import { profileForm, toFormValues } from './profile-form.ts'

const profile = {
  username: 'marenvoss',
  displayName: 'Maren Voss',
  firstName: null,
  lastName: null,
  bio: 'Fiddle player',
  location: null,
  website: 'https://maren.example',
} as Profile

/** The first message of each field, which the form shows. */
function messageFor(change: object) {
  const { error } = profileForm.safeParse({ ...toFormValues(profile), ...change })
  return error?.issues.map(({ path, message }) => ({ [path.join('.')]: message }))[0]
}

test('profile form: unchanged values are submitted as they were loaded', () => {
  expect(toFormValues(profileForm.parse(toFormValues(profile)))).toEqual({
    username: 'marenvoss',
    displayName: 'Maren Voss',
    firstName: '',
    lastName: '',
    bio: 'Fiddle player',
    location: '',
    website: 'https://maren.example',
    fediverse: '',
  })
})

test.each([
  [{ username: '' }, 'Username must be at least 3 characters'],
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ username: 'x'.repeat(31) }, 'Username must be less than 30 characters'],
  [{ username: 'maren voss' }, 'Username cannot contain spaces'],
  [{ displayName: 'x'.repeat(101) }, 'Display name must be less than 100 characters'],
  [{ firstName: 'x'.repeat(51) }, 'First name must be less than 50 characters'],
  [{ lastName: 'x'.repeat(51) }, 'Last name must be less than 50 characters'],
  [{ bio: 'x'.repeat(501) }, 'Bio must be less than 500 characters'],
  [{ location: 'x'.repeat(101) }, 'Location must be less than 100 characters'],
  [{ website: 'maren' }, 'Please enter a valid URL'],
  [{ fediverse: '@maren' }, 'Please enter an address such as @name@mastodon.social'],
  [{ website: 'javascript:alert(1)' }, 'Please enter a valid URL'],
])('profile form: it rejects an invalid value with its message (%#)', (change, message) => {
  expect(messageFor(change)).toEqual({ [Object.keys(change)[0] ?? '']: message })
})

test.each([
  { username: 'abc' },
  { username: 'x'.repeat(30) },
  { displayName: 'x'.repeat(100), firstName: 'x'.repeat(50), lastName: 'x'.repeat(50) },
  { bio: 'x'.repeat(500), location: 'x'.repeat(100) },
  { displayName: '', bio: '', website: '' },
  { website: 'maren.example' },
  { fediverse: 'maren@folk.example' },
])('profile form: it accepts values at the limits (%#)', (change) => {
  expect(messageFor(change)).toBeUndefined()
})
