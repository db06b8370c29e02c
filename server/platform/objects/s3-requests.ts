import { PassThrough, type Readable } from 'node:stream'
import { NoSpaceLeft, StoreUnavailable } from './object-store.ts'

/** The caller gets an error within 5 seconds, on a busy machine too. */
const timeoutMs = 4000

type StoreRequest = {
  signal: AbortSignal
  abort(): void
  /** Restarts the timeout. */
  progress(): void
  /** Stops the timeout until the next progress: the request waits for its caller, not for the store. */
  pause(): void
}

/** Runs one request to the store. Fails if the store makes no progress for too long. */
export async function withStoreTimeout<T>(
  run: (request: StoreRequest) => Promise<T>,
  timeout = timeoutMs,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let isPaused = false
  const timer = setTimeout(() => (isPaused ? timer.refresh() : abort()), timeout)
  const progress = () => {
    isPaused = false
    timer.refresh()
  }
  const pause = () => {
    isPaused = true
  }
  try {
    return await run({ signal: controller.signal, abort, progress, pause })
  } catch (error) {
    throw statusOf(error) === 507 ? new NoSpaceLeft(error) : new StoreUnavailable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** The response, or undefined if the object does not exist. */
export async function undefinedIfMissing<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response
  } catch (error) {
    const isMissing = statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
    if (isMissing) return undefined
    throw error
  }
}

export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode
}

/** Fails if the store stops sending. A reader that pauses does not count as idle. */
export function withIdleTimeout(body: Readable): Readable {
  const out = new PassThrough()
  const timer = setTimeout(() => {
    if (out.writableNeedDrain) timer.refresh()
    else out.destroy(new StoreUnavailable('the response stopped before its end'))
  }, timeoutMs)
  const stopTimer = () => clearTimeout(timer)
  body.on('data', () => timer.refresh())
  body.on('end', stopTimer)
  body.on('error', (error) => out.destroy(new StoreUnavailable(error)))
  out.on('close', () => {
    stopTimer()
    body.destroy()
  })
  return body.pipe(out)
}
