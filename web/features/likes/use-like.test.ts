import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { likeFailure, signInToLike } from './use-like.ts'

test('likes: a failure with 401 asks the visitor to sign in', () => {
  expect(likeFailure(new ApiError(401, 'Unauthorized', ''))).toBe(signInToLike)
  expect(likeFailure(new Error('You are UNAUTHORIZED'))).toBe(signInToLike)
  expect(signInToLike).toMatchObject({
    title: 'Sign in required',
    text: 'You need to sign in to like tracks.',
  })
})

test('likes: any other failure asks to try again', () => {
  expect(likeFailure(new ApiError(500, '', '{"message":"Broken"}'))).toMatchObject({
    title: 'Error',
    text: 'Failed to like track. Please try again.',
  })
})
