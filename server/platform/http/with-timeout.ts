import { timeout } from '#server/errors.ts'

/**
 * Rejects with 503 if the promise takes longer than `ms` and `isLate` returns true then. The promise itself continues.
 * Fastify's own `handlerTimeout` no longer applies once a body has been read.
 */
export async function withTimeout<Result>(
  pending: Promise<Result>,
  ms: number,
  isLate = () => true,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => isLate() && late.reject(timeout()), ms)
  try {
    return await Promise.race([pending, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
