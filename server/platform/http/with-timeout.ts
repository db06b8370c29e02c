import { timeout } from '#server/errors.ts'

/**
 * Rejects with 503 if it takes longer than `ms` and `isLate` still returns true then. The promise itself goes on.
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
