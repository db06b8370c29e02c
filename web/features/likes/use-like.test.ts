import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { likeFailure } from './use-like.ts'

test('likes: a failure with 401 asks the visitor to sign in', () => {
  for (const error of [new ApiError(401, 'Unauthorized', ''), new Error('You are UNAUTHORIZED')])
    expect(likeFailure(error, 'hinge')).toMatchObject({
      title: 'Sign in required',
      text: 'You need to sign in to like tracks.',
      actions: [{ label: 'Sign in' }],
    })
})

test('likes: any other failure asks to try again', () => {
  expect(likeFailure(new ApiError(500, '', '{"message":"Broken"}'), 'hinge')).toMatchObject({
    title: 'Error',
    text: 'Failed to like track. Please try again.',
  })
})
