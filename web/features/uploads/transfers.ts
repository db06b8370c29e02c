import { storageFull } from '#contract/limits.ts'
import { ApiError } from '#web/api/client.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { createStore } from '#web/lib/store.ts'
import { audioFailure } from './messages.ts'
import { isRejected, type SendOptions, sendAudio } from './send-audio.ts'
import { hashOf } from './stored-file.ts'
import { createSpeedometer } from './transfer-progress.ts'
import type { UploadItem, UploadItems } from './upload-items.ts'

/** Uses the bandwidth well and leaves some of it to the rest of the site. */
const concurrency = 3
/** Progress when all bytes are sent, and when the server has confirmed them. */
const sentProgress = 80
const confirmedProgress = 90
/** More updates would only be work for the browser. */
const updateMs = 200

/** Resolves to the object path of the registered file. */
export type Send = (file: File, options: SendOptions) => Promise<string>

export type Transfers = ReturnType<typeof createTransfers>

/** Sends the files of a list as soon as they are in it, three at a time. A failure does not affect the others. */
export function createTransfers(
  list: UploadItems,
  onFailed: (error: unknown, id: string) => void,
  send: Send = sendAudio,
) {
  const inFlight = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  let isStopped = false
  /** Why no more files are sent: the server takes none now. */
  const halted = createStore<string | undefined>(undefined)

  const isWaiting = ({ file, status, isPaused, published, audioUrl }: UploadItem) =>
    file && status === 'pending' && !isPaused && !published && !audioUrl
  const isReady = (item: UploadItem) => isWaiting(item) && !inFlight.has(item.id) && !halted.get()

  function start() {
    while (!isStopped && inFlight.size < concurrency) {
      const next = list.get().find(isReady)
      if (!next) break
      void transfer(next.id)
    }
    for (const listener of listeners) listener()
  }

  async function transfer(id: string) {
    const stopped = new AbortController()
    inFlight.set(id, stopped)
    list.update(id, { status: 'uploading', progress: 0, error: undefined, reason: undefined })
    try {
      await sendItem(id, stopped.signal)
    } catch (error) {
      if (!stopped.signal.aborted) fail(id, error)
    } finally {
      // It may be in flight again, after a pause.
      if (inFlight.get(id) === stopped) inFlight.delete(id)
      start()
    }
  }

  function fail(id: string, error: unknown) {
    if (isUnauthorized(error)) {
      list.update(id, waiting)
      stop()
    } else {
      if (isFull(error)) halted.set(error.serverMessage ?? '')
      // The server deletes what it rejects.
      const upload = isRejected(error) ? { upload: undefined } : {}
      list.update(id, { ...waiting, status: 'failed', ...audioFailure(error), ...upload })
    }
    onFailed(error, id)
  }

  async function sendItem(id: string, signal: AbortSignal) {
    const { file, upload } = list.item(id) ?? {}
    if (!file) return
    void rememberHash(id, file)
    const measure = createSpeedometer()
    const change = (change: Partial<UploadItem>) => signal.aborted || list.update(id, change)
    const audioUrl = await send(file, {
      signal,
      started: upload,
      onStarted: (started) => list.update(id, { upload: started }),
      onProgress: throttled((sent) => {
        const progress = file.size && (sent / file.size) * sentProgress
        change({ sent, progress, bytesPerSecond: measure(sent) })
      }),
      onSent: () =>
        change({ sent: file.size, progress: confirmedProgress, bytesPerSecond: undefined }),
      onWaiting(isWaiting) {
        if ((list.item(id)?.isWaiting ?? false) !== isWaiting) change({ isWaiting })
      },
    })
    signal.throwIfAborted()
    list.update(id, { audioUrl, sentAt: Date.now(), progress: 100 })
  }

  /** For recognizing the file after the page was closed. */
  async function rememberHash(id: string, file: File) {
    const hash = await hashOf(file)
    const item = list.item(id)
    if (hash && item && !item.source.hash) list.update(id, { source: { ...item.source, hash } })
  }

  function abort(id: string) {
    inFlight.get(id)?.abort(new Error('paused'))
    inFlight.delete(id)
  }

  function pause(id: string) {
    abort(id)
    list.update(id, { ...waiting, isPaused: true })
    start()
  }
  function resume(id: string) {
    isStopped = false
    halted.set(undefined)
    const item = list.item(id)
    if (item?.status === 'failed')
      list.update(id, { status: item.audioUrl ? 'uploading' : 'pending' })
    if (item?.isPaused || item?.published)
      list.update(id, { isPaused: false, published: undefined })
    start()
  }
  function stop() {
    isStopped = true
    for (const id of [...inFlight.keys()]) {
      abort(id)
      list.update(id, waiting)
    }
  }

  return {
    start() {
      isStopped = false
      start()
    },
    stop,
    pause,
    /** Also retries what failed. */
    resume,
    /** Aborts its transfer if that is in flight. */
    remove(id: string) {
      abort(id)
      list.remove(id)
      start()
    },
    isRunning: () => inFlight.size > 0,
    halted,
    /** Those that are sent once it is not halted any more. */
    waiting: () => list.get().filter(isWaiting),
    /** Resolves when a file is uploaded, failed, paused, removed or must be opened again. */
    async settled(id: string, signal: AbortSignal): Promise<void> {
      const isMoving = () => {
        const item = list.item(id)
        return item && (inFlight.has(id) || isReady(item))
      }
      while (isMoving() && !signal.aborted)
        await new Promise<void>((resolve) => {
          const check = () => {
            listeners.delete(check)
            resolve()
          }
          listeners.add(check)
          signal.addEventListener('abort', check, { once: true })
        })
    },
  }
}

/** The server says that a quota is reached, or its disk is full: so it is for the files that follow. */
const isFull = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.serverMessage === storageFull ||
    (error.serverMessage !== undefined && [429, 507].includes(error.status)))

const waiting = {
  status: 'pending',
  progress: 0,
  bytesPerSecond: undefined,
  isWaiting: false,
} as const

function throttled(report: (sent: number) => void) {
  let last = Number.NEGATIVE_INFINITY
  return (sent: number) => {
    const now = performance.now()
    if (now - last < updateMs) return
    last = now
    report(sent)
  }
}
