export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Work on the same thing waits here for its turn, in memory. Waiting for a lock in the database
 * takes a connection, and twenty clicks on one row would leave none for anybody else.
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
