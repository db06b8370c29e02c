import { describe, expect, it } from 'vitest'
import { CallError } from '#web/api/client.ts'
import { likeFailure, signInToLike } from './like-messages.ts'

describe('a like that failed', () => {
  it('asks a visitor to sign in', () => {
    expect(likeFailure(new CallError(401, 'Unauthorized', ''))).toBe(signInToLike)
    expect(likeFailure(new Error('You are UNAUTHORIZED'))).toBe(signInToLike)
    expect(signInToLike).toMatchObject({
      title: 'Sign in required',
      text: 'You need to sign in to like tracks.',
    })
  })

  it('asks anybody else to try again', () => {
    expect(likeFailure(new CallError(500, '', '{"message":"Broken"}'))).toMatchObject({
      title: 'Error',
      text: 'Failed to like track. Please try again.',
    })
  })
})
