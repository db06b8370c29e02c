import { CallError } from '#web/api/client.ts'
import type { Notice } from '#web/api/query-client.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

/** What the owner of a profile is told. */

export const successMessages = {
  updated: { title: 'Profile updated', tone: 'success' },
  pictureChanged: { title: 'Profile image updated', tone: 'success' },
} satisfies Record<string, ToastText>

/** With the server's own words where it has some. */
export function profileErrorFrom(error: Error): Notice {
  const said = error instanceof CallError && error.serverMessage
  return profileErrorMessage(said || 'Failed to update profile. Please try again.')
}

/** Also for a picture that was not even sent. */
export function profileErrorMessage(problem: string): Notice {
  return { title: 'Error updating profile', text: problem, tone: 'failure' }
}

/** Storage key of the profile form's draft. */
export const profileDraft = 'profile'
