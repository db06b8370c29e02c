import { hasStatus } from '#web/api/client.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import type { NewTrack } from '#web/api/track-mutations.ts'
import { type BulkResult, itemFailure } from './messages.ts'
import type { SharedFields } from './track-form.ts'
import type { Transfers } from './transfers.ts'
import type { UploadItem, UploadItems } from './upload-items.ts'

export type UploadCalls = {
  /** Resolves once the tags of a file are filled in. */
  whenTagsRead: (id: string) => Promise<void>
  /** Uploads and registers it. */
  uploadArtwork: (image: File, options: { signal: AbortSignal }) => Promise<string>
  /** Can be repeated. */
  createTrack: (
    track: NewTrack,
  ) => Promise<{ id: string; slug: string; publishAt?: string | undefined }>
}

export type SharedByAll = { fields: SharedFields; artwork?: File | undefined }

/**
 * Waits until the files of a list are sent, then creates the tracks from the last to the first: lists of tracks begin
 * with the newest, so they show them in the order of this list. A failure does not affect the others.
 */
export function createBulkUpload(list: UploadItems, transfers: Transfers, calls: UploadCalls) {
  let running: AbortController | undefined
  let lostResponse: Error | undefined

  /**
   * Returns how many succeeded, and how many of the list have failed, also before; null if it was stopped or all tracks were removed.
   * Rejects when the session ends, and when no track is known to exist but a response was lost.
   */
  async function run(ids: readonly string[], shared: SharedByAll): Promise<BulkResult | null> {
    const stopped = new AbortController()
    running = stopped
    lostResponse = undefined
    for (const id of ids) transfers.resume(id)
    await Promise.all(ids.map((id) => transfers.settled(id, stopped.signal)))
    let succeeded = 0
    for (const id of ids.toReversed()) {
      const isSent = list.item(id)?.audioUrl !== undefined
      if (isSent && !stopped.signal.aborted && (await attempt(id, shared, stopped))) succeeded += 1
    }
    running = undefined
    if (isUnauthorized(stopped.signal.reason)) throw stopped.signal.reason
    if (stopped.signal.aborted) return null
    if (succeeded === 0 && lostResponse) throw lostResponse
    const failed = list.get().filter(({ status }) => status === 'failed')
    const isNothing = succeeded === 0 && !failed.some(({ id }) => ids.includes(id))
    return isNothing ? null : { succeeded, failed: failed.length }
  }

  async function attempt(id: string, shared: SharedByAll, stopped: AbortController) {
    try {
      await createTrack(id, shared, stopped.signal)
      return true
    } catch (error) {
      if (isUnauthorized(error)) stopped.abort(error)
      else if (!stopped.signal.aborted)
        list.update(id, { status: 'failed', progress: 0, ...itemFailure(error) })
      return false
    }
  }

  const read = (id: string): Partial<UploadItem> => list.item(id) ?? {}

  async function createTrack(id: string, { fields, artwork }: SharedByAll, signal: AbortSignal) {
    await calls.whenTagsRead(id)
    const own = read(id).artwork ?? artwork
    if (own && !read(id).artworkUrl)
      list.update(id, { artworkUrl: await calls.uploadArtwork(own, { signal }) })
    signal.throwIfAborted()
    const { title = '', tags, audioUrl = '', artworkUrl } = read(id)
    const track = { ...tags, ...withoutEmpty(fields), title, audioUrl, artworkUrl }
    try {
      const created = await calls.createTrack({ ...track, privacy: 'public' })
      const { id: trackId, slug, publishAt } = created
      list.update(id, {
        status: 'completed',
        progress: 100,
        track: { id: trackId, slug, publishAt },
      })
    } catch (error) {
      if (hasStatus(error, 404)) list.update(id, notUploaded)
      if (error instanceof TypeError) lostResponse = error
      throw error
    }
  }

  return {
    run,
    /** With a reason if the session has ended. */
    stop: (reason?: unknown) => running?.abort(reason),
    isRunning: () => running !== undefined,
  }
}

/** Fields of the shared form that are not empty. */
function withoutEmpty(shared: SharedFields): Partial<SharedFields> {
  return Object.fromEntries(Object.entries(shared).filter(([, value]) => value))
}

/** The server deletes files that no track uses after a day. */
const notUploaded = { audioUrl: undefined, artworkUrl: undefined, upload: undefined }
