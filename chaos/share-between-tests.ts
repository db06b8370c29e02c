import { afterAll, onTestFailed } from 'vitest'
import type { AtEnd } from '#server/testing/server-process.ts'

/** What the tests of a file share is started by the first of them. After a failure the next one starts another. */
export function shareBetweenTests<Shared>(
  start: (atEnd: AtEnd) => Promise<Shared>,
): () => Promise<Shared> {
  const ends: (() => Promise<void>)[] = []
  let started: Promise<Shared> | undefined
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return () => {
    onTestFailed(() => {
      started = undefined
    })
    started ??= start((end) => ends.push(end))
    return started
  }
}
