import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { profileFailure } from './profile-failure.ts'

test.each([
  [
    new ApiError(409, 'Conflict', '{"message":"Username is already taken"}'),
    'Username is already taken',
  ],
  [new ApiError(502, 'Bad Gateway', '<html>'), 'Failed to update profile. Please try again.'],
  [new TypeError('Failed to fetch'), 'Failed to update profile. Please try again.'],
])('profile errors: they show the server message or ask to try again (%#)', (error, text) => {
  expect(profileFailure(error)).toEqual({ title: 'Error updating profile', text })
})
