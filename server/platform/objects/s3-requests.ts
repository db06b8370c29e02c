import { PassThrough, type Readable } from 'node:stream'
import { NoSpaceLeft, StoreUnavailable } from './object-store.ts'

/** Whoever waits for us is told within 5 seconds, on a busy machine too. */
const timeoutMs = 4000

type StoreRequest = {
  signal: AbortSignal
  abort(): void
  /** There was progress: the patience starts anew. */
  progress(): void
}

/** Runs one call to the store. It ends when the store has answered or says nothing for too long. */
export async function withStoreTimeout<T>(
  run: (call: StoreRequest) => Promise<T>,
  patience = timeoutMs,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, patience)
  const progress = () => void timer.refresh()
  try {
    return await run({ signal: controller.signal, abort, progress })
  } catch (error) {
    throw statusOf(error) === 507 ? new NoSpaceLeft(error) : new StoreUnavailable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** The answer, or undefined where the store says that there is no such object. */
export async function undefinedIfMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
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

/** A body that the store stops sending breaks off; one that its reader leaves alone may wait. */
export function withIdleTimeout(body: Readable): Readable {
  const out = new PassThrough()
  const timer = setTimeout(() => {
    if (out.writableNeedDrain) timer.refresh()
    else out.destroy(new StoreUnavailable('its answer stopped half way'))
  }, timeoutMs)
  const stopWatching = () => clearTimeout(timer)
  body.on('data', () => timer.refresh())
  body.on('end', stopWatching)
  body.on('error', (error) => out.destroy(new StoreUnavailable(error)))
  out.on('close', () => {
    stopWatching()
    body.destroy()
  })
  return body.pipe(out)
}
