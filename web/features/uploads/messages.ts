import { CallError } from '#web/api/client.ts'
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

/** Why one track of many is not there, and what the server said about it. */
export function itemFailure(error: unknown): { error: string; reason: string | undefined } {
  if (!(error instanceof CallError)) return { error: 'Upload failed', reason: undefined }
  return { error: `Upload failed with status ${error.status}`, reason: error.serverMessage }
}

/** The reason that stands after 'Upload failed: ' in a drop zone. */
export function uploadReason(error: unknown): Error {
  if (!(error instanceof CallError)) return error instanceof Error ? error : new Error('')
  const reason = error.serverMessage ?? `the server answered with status ${error.status}`
  return new Error(reason, { cause: error })
}

export const chooseAgain = 'Files are not kept while you sign in, so please choose them again.'

export const leaving = {
  title: 'Leave this page?',
  text: 'Files are still being uploaded. If you leave now, the upload stops.',
  confirm: 'Leave',
}
