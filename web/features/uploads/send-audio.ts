import { limits } from '#contract/limits.ts'
import { ApiError, hasStatus } from '#web/api/client.ts'
import {
  contentTypeOf,
  listUploadParts,
  type PartUpload,
  putBytes,
  registerAudio,
  requestPartUpload,
  requestPartUrl,
  requestUploadUrl,
} from '#web/api/uploads.ts'
import { hashOf } from './stored-file.ts'

export type SendOptions = {
  signal?: AbortSignal | undefined
  /** Called with the number of bytes that have arrived or are being sent. */
  onProgress?: ((bytes: number) => void) | undefined
  /** Whether the connection is lost, and the upload continues by itself when it is back. */
  onWaiting?: ((isWaiting: boolean) => void) | undefined
  /** An upload of the same file that was interrupted: only what has not arrived is sent. */
  started?: PartUpload | undefined
  onStarted?: ((upload: PartUpload) => void) | undefined
  /** All bytes have arrived. */
  onSent?: (() => void) | undefined
}

/**
 * Uploads an audio file and registers it; returns its object path. What fits into one part is sent in one request, and
 * a status that is an error ends it at once: only a lost connection is waited for.
 */
export async function sendAudio(file: File, options: SendOptions = {}): Promise<string> {
  const isSmall = file.size <= limits.uploadPartBytes
  const uploadUrl = await (isSmall ? sendWhole : sendParts)(file, options)
  options.onSent?.()
  return register(file, uploadUrl, options, isSmall ? [] : temporaryErrors)
}

async function sendWhole(file: File, options: SendOptions): Promise<string> {
  const { signal = new AbortController().signal, onProgress } = options
  let url: string | undefined
  for (const retries = createRetries(options); ; ) {
    try {
      url ??= await requestUploadUrl(file, timeLimit(signal))
      await putBytes(url, file, { signal, onProgress, contentType: contentTypeOf(file) })
      retries.reset()
      return url
    } catch (error) {
      if (!(error instanceof ApiError)) await assertReadable(file)
      // The device was asleep for longer than the URL is valid.
      if (hasStatus(error, 403) && retries.wasLost()) {
        url = undefined
        retries.reset()
      } else await retries.wait(error, [])
    }
  }
}

/**
 * Sends a file in parts, one at a time, and returns the URL by which it is registered. After a lost connection, and
 * while server or store are away, it continues after the last part that has arrived.
 */
export async function sendParts(file: File, options: SendOptions = {}): Promise<string> {
  const { signal = new AbortController().signal, onStarted, onProgress } = options
  let upload = options.started
  let arrived: Set<number> | 'all' | undefined
  let canRestart = true
  for (const retries = createRetries(options); ; ) {
    try {
      if (!upload) {
        upload = await requestPartUpload(file, timeLimit(signal))
        arrived = new Set()
        onStarted?.(upload)
      }
      arrived ??= await findArrived(upload, signal)
      const next = arrived === 'all' ? undefined : firstMissing(upload, arrived)
      if (arrived === 'all' || next === undefined) return upload.uploadURL
      onProgress?.(bytesOf(file, upload, arrived))
      await sendPart(file, upload, { partNumber: next, arrived, signal, onProgress })
      arrived.add(next)
      canRestart = true
      retries.reset()
    } catch (error) {
      // Unfinished uploads are removed after a day, for which the device may have been asleep.
      if (hasStatus(error, 404) && upload && canRestart) {
        upload = undefined
        canRestart = false
      } else await retries.wait(error, upload ? temporaryErrors : unavailable)
      arrived = undefined
    }
  }
}

/** Registering can be repeated: it returns the same file. */
async function register(
  file: File,
  uploadUrl: string,
  options: SendOptions,
  statuses: readonly number[],
): Promise<string> {
  const { signal = new AbortController().signal } = options
  for (const retries = createRetries(options); ; )
    try {
      return await registerAudio(uploadUrl, await hashOf(file), timeLimit(signal, maxCheckMs))
    } catch (error) {
      await retries.wait(error, statuses)
    } finally {
      options.onWaiting?.(false)
    }
}

/** Whether the upload is of no use any more; otherwise what has arrived is kept. */
export const isRejected = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status)

const unavailable = [502, 503, 504]
/** Of an upload that has begun: another part may be arriving still, after its connection was lost. */
const temporaryErrors = [409, 429, ...unavailable]

/** The server checks the file, and a store copies it. */
const maxCheckMs = 120_000

/** A request that is not answered within this time is lost. */
const timeLimit = (signal: AbortSignal, ms = 20_000) =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)])

/** The parts that have arrived; all of them, if the upload is registered. */
async function findArrived(upload: PartUpload, signal: AbortSignal): Promise<Set<number> | 'all'> {
  try {
    return new Set(await listUploadParts(upload.id, timeLimit(signal)))
  } catch (error) {
    if (hasStatus(error, 409)) return 'all'
    throw error
  }
}

const firstMissing = ({ parts }: PartUpload, arrived: ReadonlySet<number>) =>
  Array.from({ length: parts }, (_, index) => index + 1).find((part) => !arrived.has(part))

const partOf = (file: Blob, { partSize }: PartUpload, partNumber: number) =>
  file.slice((partNumber - 1) * partSize, partNumber * partSize)

const bytesOf = (file: Blob, upload: PartUpload, parts: ReadonlySet<number>) =>
  [...parts].reduce((sum, part) => sum + partOf(file, upload, part).size, 0)

type Sending = Pick<SendOptions, 'onProgress'> & {
  partNumber: number
  arrived: ReadonlySet<number>
  signal: AbortSignal
}

async function sendPart(file: Blob, upload: PartUpload, sending: Sending): Promise<void> {
  const { partNumber, arrived, signal, onProgress } = sending
  const bytes = partOf(file, upload, partNumber)
  const before = bytesOf(file, upload, arrived)
  for (let tries = 1; ; tries += 1) {
    const url = await requestPartUrl(upload.id, partNumber, timeLimit(signal))
    try {
      return await putBytes(url, bytes, {
        signal,
        onProgress: (sent) => onProgress?.(before + sent),
      })
    } catch (error) {
      if (!(error instanceof ApiError)) await assertReadable(bytes)
      if (!isOfStore(error) || tries === maxStoreTries) throw error
      await pause(1000 * tries, signal)
    }
  }
}

const maxStoreTries = 3
/** A store has errors of its own, and its URL may have expired while the device was asleep. */
const isOfStore = (error: unknown) =>
  error instanceof ApiError && ![404, 413, 415, 507, ...temporaryErrors].includes(error.status)

/** For a browser a file that was changed or removed is a network error. */
async function assertReadable(bytes: Blob): Promise<void> {
  try {
    await bytes.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new Error('The file was changed or removed. Please choose it again.', { cause })
  }
}

const maxWaitMs = 15_000
/** More than five minutes, after which rate limits end. Of a lost connection there is no end. */
const maxErrors = 24
/** Half a minute: what a killed server was doing is free again. */
const maxConflicts = 5

function createRetries({ signal, onWaiting }: Pick<SendOptions, 'signal' | 'onWaiting'>) {
  let tries = 0
  let errors = 0
  let isLost = false
  return {
    wasLost: () => isLost,
    reset() {
      tries = 0
      errors = 0
      isLost = false
      onWaiting?.(false)
    },
    /** Resolves when it is time to try again. Throws the error if that is of no use. */
    async wait(error: unknown, statuses: readonly number[]): Promise<void> {
      signal?.throwIfAborted()
      if (error instanceof ApiError) {
        errors += 1
        // What the lost request was doing may go on for a moment.
        const isConflict = error.status === 409
        const isTemporary = statuses.includes(error.status) || (isConflict && isLost)
        if (!isTemporary || errors > (isConflict ? maxConflicts : maxErrors)) throw error
      } else if (!isLostConnection(error)) throw error
      else isLost = true
      onWaiting?.(true)
      await pause(Math.min(maxWaitMs, 1000 * 2 ** tries), signal)
      tries += 1
    },
  }
}

const isLostConnection = (error: unknown) =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')

/** Ends early when the browser says that it is online again. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end, { signal: ended.signal })
    signal?.addEventListener('abort', end, { signal: ended.signal })
  })
}
