/** Does the work for each item, several at once. The first failure ends it, once what is under way is over. */
export async function forEachConcurrent<T>(
  items: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  for await (const item of items) {
    const one = work(item)
      .catch((error) => void failures.push(error))
      .finally(() => underWay.delete(one))
    underWay.add(one)
    if (underWay.size >= atOnce) await Promise.race(underWay)
    if (failures.length > 0) break
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
}
