import type { Notice } from '#web/api/query-client.ts'

export const followFailure: Notice = {
  title: 'Error',
  text: 'Failed to follow user. Please try again.',
  tone: 'failure',
}
