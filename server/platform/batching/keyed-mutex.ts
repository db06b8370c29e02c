export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Serializes work per key, in memory. Waiting for a row lock occupies a database connection,
 * and twenty clicks on one row would leave none for other requests.
 */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
