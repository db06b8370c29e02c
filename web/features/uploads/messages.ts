import { ApiError } from '#web/api/client.ts'
import type { Notice } from '#web/api/query-client.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'

/** What a person is told about uploads. */

export const saved: ToastText = { title: 'Track uploaded successfully!', tone: 'success' }
export const saveFailed: Notice = {
  title: 'Error',
  text: 'Failed to upload track. Please try again.',
  tone: 'failure',
}

export type BulkResult = { succeeded: number; failed: number }

export function bulkSummary({ succeeded, failed }: BulkResult): ToastText {
  if (succeeded === 0)
    return {
      title: 'Upload Failed',
      text: 'No tracks were successfully uploaded.',
      tone: 'failure',
    }
  return {
    title: 'Bulk Upload Complete',
    text: `${succeeded} tracks uploaded successfully, ${failed} failed!`,
    tone: failed === 0 ? 'success' : 'plain',
  }
}
export const bulkFailed: Notice = {
  title: 'Error',
  text: 'Bulk upload failed. Please try again.',
  tone: 'failure',
}

/** For no answer at all, where each browser has other words. */
function connectionWords(error: unknown): string | undefined {
  return error instanceof TypeError ? 'The connection was lost' : undefined
}

/** Why one track of many is not there, and what the server said about it. */
export function itemFailure(error: unknown): { error: string; reason: string | undefined } {
  if (!(error instanceof ApiError))
    return { error: 'Upload failed', reason: connectionWords(error) }
  return { error: `Upload failed with status ${error.status}`, reason: error.serverMessage }
}

/** The reason that stands after 'Upload failed: ' in a drop zone. */
export function uploadReason(error: unknown): Error {
  if (!(error instanceof ApiError)) return new Error(connectionWords(error), { cause: error })
  const reason = error.serverMessage ?? `the server answered with status ${error.status}`
  return new Error(reason, { cause: error })
}

const mostNamed = 5

/** Names the files where there were several, as long as that stays one sentence. */
export function reselectNotice(files: readonly string[] = []): string {
  const more = files.length - mostNamed
  const named = files.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `Files are not kept while you sign in, so please choose them again${named && `: ${named}`}.`
}

export const leavePrompt = { title: 'Leave this page?', confirm: 'Leave' }
export const leavePromptTexts = {
  sending: 'Files are still being uploaded. If you leave now, the upload stops.',
  unsaved: 'The track is not saved yet. If you leave now, what you typed is lost.',
}
