import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
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

/** Milliseconds before each attempt to continue; after the last one the body fails. */
const resumeDelays = [200, 500, 1000]

/**
 * A body that continues with a new request if the connection breaks or the store stops sending. The attempts are
 * restarted with every byte. A reader that pauses does not count as idle.
 */
export function resumable(
  first: Readable,
  requestRest: (received: number) => Promise<Readable>,
): Readable {
  const out = new PassThrough()
  let body = first
  let [received, failures] = [0, 0]
  const timer = setTimeout(() => {
    if (out.writableNeedDrain) timer.refresh()
    else body.destroy(new Error('the response stopped before its end'))
  }, timeoutMs)

  function copy(source: Readable) {
    body = source
    timer.refresh()
    source.on('data', (chunk: Buffer) => {
      received += chunk.length
      failures = 0
      timer.refresh()
    })
    source.on('end', () => clearTimeout(timer))
    source.on('error', (error) => void resume(error))
    source.pipe(out)
  }

  async function resume(error: unknown): Promise<void> {
    const delay = resumeDelays[failures]
    failures += 1
    if (delay === undefined) return void out.destroy(new StoreUnavailable(error))
    await wait(delay)
    if (out.destroyed) return
    const rest = await requestRest(received).catch((failure: unknown) => void resume(failure))
    if (rest && out.destroyed) rest.destroy()
    else if (rest) copy(rest)
  }

  out.on('close', () => {
    clearTimeout(timer)
    body.destroy()
  })
  copy(first)
  return out
}
