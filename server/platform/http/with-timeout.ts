import { timeout } from '#server/errors.ts'

/**
 * Fails if the work has not ended within so many milliseconds and, then asked, is late; it goes on all the same.
 * Fastify's own `handlerTimeout` holds no longer once a body has been read.
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
  isLate = () => true,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => isLate() && late.reject(timeout()), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
