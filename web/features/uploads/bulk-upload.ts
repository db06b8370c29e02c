import { ApiError } from '#web/api/client.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import type { NewTrack } from '#web/api/track-mutations.ts'
import type { UploadOptions } from '#web/api/uploads.ts'
import type { BulkItem, BulkList } from './bulk-list.ts'
import { type BulkResult, itemFailure } from './messages.ts'
import type { SendOptions } from './send-audio.ts'
import type { SharedFields } from './track-form.ts'

/** Uses the bandwidth well and leaves some of it to the rest of the site. */
const concurrency = 3
/** Progress when all bytes are sent, and when the server has confirmed them. */
const sentProgress = 80
const confirmedProgress = 90

export type UploadCalls = {
  /** Resolves once the tags of a file are filled in. */
  whenTagsRead: (id: string) => Promise<void>
  uploadFile: (file: File, options?: UploadOptions) => Promise<string>
  sendParts: (file: File, options?: SendOptions) => Promise<string>
  registerAudio: (uploadUrl: string) => Promise<string>
  registerArtwork: (uploadUrl: string) => Promise<string>
  /** Undefined if the track exists but is not known. */
  createTrack: (track: NewTrack) => Promise<{ id: string } | undefined>
}

/**
 * Uploads the files of a list, some concurrently, then creates the tracks from the last to the
 * first: lists of tracks begin with the newest, so they show them in the order of this list. A
 * failure does not affect the others.
 */
export function createBulkUpload(list: BulkList, calls: UploadCalls) {
  const inFlight = new Map<string, AbortController>()
  let running: AbortController | undefined
  let lostResponse: Error | undefined

  /**
   * Returns how many succeeded and failed; null if it was stopped or all tracks were removed.
   * Rejects when the session ends, and when no track is known to exist but a response was lost.
   */
  async function run(ids: readonly string[], shared: SharedFields): Promise<BulkResult | null> {
    const stopped = new AbortController()
    lostResponse = undefined
    for (const id of ids)
      if (list.item(id)?.status === 'failed') list.update(id, { status: 'pending' })
    running = stopped
    const outcomes = new Map<string, Outcome>()
    await uploadFiles(ids, stopped, outcomes)
    for (const id of ids.toReversed())
      if (outcomes.get(id) === 'uploaded' && !stopped.signal.aborted)
        outcomes.set(id, await attempt(id, stopped, () => createTrack(id, shared), 'succeeded'))
    running = undefined
    if (stopped.signal.aborted) resetUploading(ids)
    if (isUnauthorized(stopped.signal.reason)) throw stopped.signal.reason
    const count = (outcome: Outcome) => [...outcomes.values()].filter((o) => o === outcome).length
    const result = { succeeded: count('succeeded'), failed: count('failed') }
    const isOver = stopped.signal.aborted || result.succeeded + result.failed === 0
    if (!isOver && result.succeeded === 0 && lostResponse) throw lostResponse
    return isOver ? null : result
  }

  async function uploadFiles(
    ids: readonly string[],
    stopped: AbortController,
    outcomes: Map<string, Outcome>,
  ) {
    const pending = [...ids]
    const worker = async () => {
      for (let id = pending.shift(); id && !stopped.signal.aborted; id = pending.shift()) {
        const upload = uploadItem.bind(null, id)
        outcomes.set(id, await attempt(id, stopped, upload, 'uploaded'))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }

  async function attempt(
    id: string,
    stopped: AbortController,
    action: (signal: AbortSignal) => Promise<void>,
    done: Outcome,
  ): Promise<Outcome> {
    if (!list.item(id)) return 'removed'
    const removed = new AbortController()
    inFlight.set(id, removed)
    try {
      await action(AbortSignal.any([stopped.signal, removed.signal]))
      return done
    } catch (error) {
      if (removed.signal.aborted) return 'removed'
      if (isUnauthorized(error)) stopped.abort(error)
      else if (!stopped.signal.aborted)
        list.update(id, { status: 'failed', progress: 0, ...itemFailure(error) })
      return 'failed'
    } finally {
      inFlight.delete(id)
    }
  }

  function resetUploading(ids: readonly string[]) {
    for (const id of ids)
      if (list.item(id)?.status === 'uploading') list.update(id, { status: 'pending', progress: 0 })
  }

  async function uploadItem(id: string, signal: AbortSignal) {
    list.update(id, { status: 'uploading', progress: 0, error: undefined, reason: undefined })
    await calls.whenTagsRead(id)
    signal.throwIfAborted()
    await uploadArtwork(id, signal)
    signal.throwIfAborted()
    await uploadAudio(id, signal)
    signal.throwIfAborted()
  }

  const read = (id: string): Partial<BulkItem> => list.item(id) ?? {}

  async function uploadArtwork(id: string, signal: AbortSignal) {
    const { artwork, artworkUrl } = read(id)
    if (!artwork || artworkUrl) return
    const artworkUploadUrl = await calls.uploadFile(artwork, { signal })
    list.update(id, { artworkUrl: await calls.registerArtwork(artworkUploadUrl) })
  }

  async function uploadAudio(id: string, signal: AbortSignal) {
    const { file, audioUrl, uploadUrl } = read(id)
    if (!file) return
    if (!audioUrl) {
      const onProgress = (bytes: number) =>
        list.update(id, { progress: (bytes / file.size) * sentProgress })
      const sentUrl = uploadUrl ?? (await calls.sendParts(file, { signal, onProgress }))
      list.update(id, { uploadUrl: sentUrl, progress: confirmedProgress })
      list.update(id, { audioUrl: await registerAudio(id, sentUrl) })
    }
    list.update(id, { progress: 100 })
  }

  async function registerAudio(id: string, uploadUrl: string): Promise<string> {
    try {
      return await calls.registerAudio(uploadUrl)
    } catch (error) {
      // The server deletes what it rejects.
      if (isRejected(error)) list.update(id, { uploadUrl: undefined })
      throw error
    }
  }

  async function createTrack(id: string, shared: SharedFields) {
    const { title = '', tags, audioUrl = '', artworkUrl } = read(id)
    const fields = { ...tags, ...withoutEmpty(shared) }
    try {
      const track = { ...fields, title, audioUrl, artworkUrl, privacy: 'public' as const }
      const created = await calls.createTrack(track)
      list.update(id, { status: 'completed', trackId: created?.id })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) list.update(id, notUploaded)
      if (error instanceof TypeError) lostResponse = error
      throw error
    }
  }

  return {
    run,
    /** Aborts its upload if that is in flight. */
    remove(id: string) {
      inFlight.get(id)?.abort()
      list.remove(id)
    },
    stop: () => running?.abort(),
    isRunning: () => running !== undefined,
  }
}

type Outcome = 'uploaded' | 'succeeded' | 'failed' | 'removed'

/** Fields of the shared form that are not empty. */
function withoutEmpty(shared: SharedFields): Partial<SharedFields> {
  return Object.fromEntries(Object.entries(shared).filter(([, value]) => value))
}

/** The server deletes files that no track uses after a day. */
const notUploaded = { audioUrl: undefined, artworkUrl: undefined, uploadUrl: undefined }

function isRejected(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status)
}
