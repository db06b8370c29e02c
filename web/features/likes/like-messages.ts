import { CallError } from '#web/api/client.ts'
import type { Notice } from '#web/api/query-client.ts'

export const signInToLike: Notice = {
  title: 'Sign in required',
  text: 'You need to sign in to like tracks.',
  tone: 'sign-in',
}

/** What a person is told when a like did not go through. */
export function likeFailure(error: Error): Notice {
  const unauthorized =
    (error instanceof CallError && error.status === 401) || /unauthorized/i.test(error.message)
  if (unauthorized) return signInToLike
  return { title: 'Error', text: 'Failed to like track. Please try again.', tone: 'failure' }
}
