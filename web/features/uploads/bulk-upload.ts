import { ApiError } from '#web/api/client.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import type { NewTrack } from '#web/api/track-mutations.ts'
import type { UploadOptions } from '#web/api/uploads.ts'
import type { BulkItem, BulkList } from './bulk-list.ts'
import { type BulkResult, itemFailure } from './messages.ts'
import type { SharedFields } from './track-form.ts'

/** Enough to fill the line, few enough to leave some of it for the rest of the site. */
const atOnce = 3
const transferShare = 80
const transferAccepted = 90

export type UploadCalls = {
  uploadFile: (file: File, options?: UploadOptions) => Promise<string>
  registerAudio: (address: string) => Promise<string>
  registerArtwork: (address: string) => Promise<string>
  createTrack: (track: NewTrack) => Promise<unknown>
}

export type BulkUpload = ReturnType<typeof createBulkUpload>

/** Uploads the tracks of a list, some at a time; one that fails leaves the others alone. */
export function createBulkUpload(list: BulkList, calls: UploadCalls) {
  const underWay = new Map<string, AbortController>()
  let running: AbortController | undefined
  let lostAnswer: Error | undefined

  /**
   * Answers how many came through; null if it was stopped or all were removed meanwhile. Rejects
   * once nobody is signed in, and when nothing is known to be there but something may be.
   */
  async function run(ids: readonly string[], shared: SharedFields): Promise<BulkResult | null> {
    const stopped = new AbortController()
    const result = { succeeded: 0, failed: 0 }
    lostAnswer = undefined
    const waiting = [...ids]
    for (const id of waiting)
      if (list.item(id)?.get().status === 'failed') list.change(id, { status: 'pending' })
    running = stopped
    const work = async () => {
      for (let id = waiting.shift(); id && !stopped.signal.aborted; id = waiting.shift()) {
        const outcome = await attempt(id, shared, stopped)
        if (outcome) result[outcome] += 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    running = undefined
    if (isUnauthorized(stopped.signal.reason)) throw stopped.signal.reason
    const isOver = stopped.signal.aborted || result.succeeded + result.failed === 0
    if (!isOver && result.succeeded === 0 && lostAnswer) throw lostAnswer
    return isOver ? null : result
  }

  async function attempt(id: string, shared: SharedFields, stopped: AbortController) {
    if (!list.item(id)) return undefined
    const removed = new AbortController()
    underWay.set(id, removed)
    try {
      await uploadItem(id, shared, AbortSignal.any([stopped.signal, removed.signal]))
      return 'succeeded'
    } catch (error) {
      if (removed.signal.aborted) return undefined
      if (isUnauthorized(error)) stopped.abort(error)
      if (stopped.signal.aborted) list.change(id, { status: 'pending', progress: 0 })
      else list.change(id, { status: 'failed', progress: 0, ...itemFailure(error) })
      return 'failed'
    } finally {
      underWay.delete(id)
    }
  }

  async function uploadItem(id: string, shared: SharedFields, signal: AbortSignal) {
    list.change(id, { status: 'uploading', progress: 0, error: undefined, reason: undefined })
    await sendArtwork(id, signal)
    signal.throwIfAborted()
    await sendAudio(id, signal)
    signal.throwIfAborted()
    await makeTrack(id, shared)
    list.change(id, { status: 'completed' })
  }

  const read = (id: string): Partial<BulkItem> => list.item(id)?.get() ?? {}

  async function sendArtwork(id: string, signal: AbortSignal) {
    const { artwork, artworkUrl } = read(id)
    if (!artwork || artworkUrl) return
    const sent = await calls.uploadFile(artwork, { signal })
    list.change(id, { artworkUrl: await calls.registerArtwork(sent) })
  }

  async function sendAudio(id: string, signal: AbortSignal) {
    const { file, audioUrl, sentTo } = read(id)
    if (!file) return
    if (!audioUrl) {
      const onProgress = (share: number) => list.change(id, { progress: share * transferShare })
      const sent = sentTo ?? (await calls.uploadFile(file, { signal, onProgress }))
      list.change(id, { sentTo: sent, progress: transferAccepted })
      list.change(id, { audioUrl: await registerAudio(id, sent) })
    }
    list.change(id, { progress: 100 })
  }

  async function registerAudio(id: string, sentTo: string): Promise<string> {
    try {
      return await calls.registerAudio(sentTo)
    } catch (error) {
      // What the server has refused is gone from its store too.
      if (isRefusal(error)) list.change(id, { sentTo: undefined })
      throw error
    }
  }

  async function makeTrack(id: string, shared: SharedFields) {
    const { title = '', audioUrl = '', artworkUrl } = read(id)
    try {
      await calls.createTrack({ ...shared, title, audioUrl, artworkUrl, privacy: 'public' })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) list.change(id, nothingSent)
      if (error instanceof TypeError) lostAnswer = error
      throw error
    }
  }

  return {
    run,
    /** Also when it is just being sent. */
    remove(id: string) {
      underWay.get(id)?.abort()
      list.remove(id)
    },
    stop: () => running?.abort(),
    isRunning: () => running !== undefined,
  }
}

/** The server keeps files that no track has taken for a day. */
const nothingSent = { audioUrl: undefined, artworkUrl: undefined, sentTo: undefined }

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status)
}
