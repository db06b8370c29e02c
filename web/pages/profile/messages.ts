import { ApiError } from '#web/api/client.ts'
import type { Notice } from '#web/api/query-client.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

export const successMessages = {
  updated: { title: 'Profile updated', tone: 'success' },
  imageUpdated: { title: 'Profile image updated', tone: 'success' },
} satisfies Record<string, ToastText>

/** Uses the server's message if there is one. */
export function profileErrorFrom(error: Error): Notice {
  const message = error instanceof ApiError && error.serverMessage
  return profileErrorMessage(message || 'Failed to update profile. Please try again.')
}

/** Also for an image that failed validation. */
export function profileErrorMessage(problem: string): Notice {
  return { title: 'Error updating profile', text: problem, tone: 'failure' }
}

/** Storage key of the profile form's draft. */
export const profileDraft = 'profile'
