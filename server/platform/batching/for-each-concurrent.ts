/** Runs `run` for each item with limited concurrency. After a failure, waits for what is in flight and rejects. */
export async function forEachConcurrent<T>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  const errors: unknown[] = []
  for await (const item of items) {
    const one = run(item)
      .catch((error) => void errors.push(error))
      .finally(() => inFlight.delete(one))
    inFlight.add(one)
    if (inFlight.size >= concurrency) await Promise.race(inFlight)
    if (errors.length > 0) break
  }
  await Promise.all(inFlight)
  if (errors.length > 0) throw errors[0]
}
