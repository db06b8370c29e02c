import { HttpError } from '#server/errors.ts'

export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Lets only so much work run at once and so much wait; what is beyond that is turned away at once. */
export function createWorkQueue({
  atOnce,
  waiting,
}: {
  atOnce: number
  waiting: number
}): WorkQueue {
  let running = 0
  const queue: (() => void)[] = []

  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new HttpError(
          503,
          'The server is busy with other files. Please try again in a moment.',
        )
      // Whoever finishes hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
