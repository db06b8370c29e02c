import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { ApiError, hasStatus } from '#web/api/client.ts'
import { localTimeZone, publishMoment, publishSentence } from '#web/lib/publishing.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import type { UploadItem } from './upload-items.ts'

/** Texts about uploads. */

/** Long enough to reach its actions. */
export const savedToastMs = 10_000

export function savedToast(track: Track, copyLink: (track: Track) => void): ToastText {
  const toast: ToastText = { title: 'Track uploaded successfully!', tone: 'success' }
  if (track.publishAt) toast.text = publishSentence(track.publishAt, localTimeZone())
  const path = paths.track(track)
  const copy = { label: 'Copy link', onClick: () => copyLink(track) }
  const actions = [
    { label: 'View track', href: path },
    ...(track.privacy === 'unlisted' ? [copy] : []),
  ]
  return { ...toast, actions, duration: savedToastMs }
}

/** '11 tracks uploaded.'; of what is scheduled also when it goes public. */
export const uploadedText = (what: string, publishAt: string | undefined): string =>
  [`${what} uploaded.`, publishAt && publishSentence(publishAt, localTimeZone())]
    .filter(Boolean)
    .join(' ')

/** They were uploaded and not used within a day. */
export const filesGone =
  'The uploaded files were kept for a day. Please reload this page to send them again.'

/** '3 published', '11 scheduled for 25 November, 18:00', '2 unlisted'. */
export function uploadedSummary(items: readonly UploadItem[]): string[] {
  const states = items.filter(({ status }) => status === 'completed').map(stateOf)
  return [...new Set(states)].map(
    (state) => `${states.filter((other) => other === state).length} ${state}`,
  )
}

function stateOf({ track }: UploadItem): string {
  if (track?.publishAt) return `scheduled for ${publishMoment(track.publishAt)}`
  return track?.privacy ?? 'published'
}

export type BulkResult = { succeeded: number; failed: number }

/** `publishAt`: when the tracks go public, if that is later. */
export function bulkSummary(
  { succeeded, failed }: BulkResult,
  publishAt?: string | null,
): ToastText {
  if (succeeded === 0)
    return {
      title: 'Upload Failed',
      text: 'No tracks were successfully uploaded.',
      tone: 'failure',
    }
  return {
    title: 'Bulk Upload Complete',
    text: [
      `${succeeded} tracks uploaded successfully, ${failed} failed!`,
      ...(publishAt ? [publishSentence(publishAt, localTimeZone())] : []),
    ].join('\n'),
    tone: failed === 0 ? 'success' : 'plain',
  }
}

/** Network errors have a different message in every browser. */
function networkErrorMessage(error: unknown): string | undefined {
  if (error instanceof TypeError) return 'The connection was lost'
  return error instanceof Error && error.cause ? error.message : undefined
}

/** For one track of a bulk upload; `reason` is the server's message. */
export function itemFailure(error: unknown): { error: string; reason: string | undefined } {
  if (!(error instanceof ApiError))
    return { error: 'Upload failed', reason: networkErrorMessage(error) }
  return { error: `Upload failed with status ${error.status}`, reason: error.serverMessage }
}

/** For its audio file. `isRefused` if to send the same file again would be of no use. */
export function audioFailure(error: unknown) {
  const isNoAudio = hasStatus(error, 415)
  return {
    ...itemFailure(error),
    ...(isNoAudio && { reason: 'This is not an audio file' }),
    isRefused: isNoAudio || hasStatus(error, 422),
  }
}

/** The message is shown after 'Upload failed: ' in a drop zone. */
export function uploadError(error: unknown): Error {
  if (!(error instanceof ApiError)) return new Error(networkErrorMessage(error), { cause: error })
  const reason = error.serverMessage ?? `the server responded with status ${error.status}`
  return new Error(reason, { cause: error })
}

const maxListedFiles = 5

export function reselectNotice(files: readonly string[]): string {
  const more = files.length - maxListedFiles
  const listed = files.slice(0, maxListedFiles).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `Your upload was interrupted. To continue, please choose these files again: ${listed}.`
}
