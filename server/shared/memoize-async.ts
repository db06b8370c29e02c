/** Plays and changes made through other servers become visible after this long; local changes at once. */
const defaultTtlMs = 2000

export type MemoizedAsync<Value> = {
  get(): Promise<Value>
  invalidate(): void
}

/**
 * Loads a value once for all callers. Code that changes tracks calls `invalidate`, so that a track that has
 * become private is never served from this cache again.
 */
export function memoizeAsync<Value>(
  load: () => Promise<Value>,
  ttlMs = defaultTtlMs,
  onGet: (isCached: boolean) => void = () => {},
): MemoizedAsync<Value> {
  let loading: Promise<Value> | undefined
  let expiry: NodeJS.Timeout | undefined

  function invalidate() {
    clearTimeout(expiry)
    loading = undefined
  }

  function get(): Promise<Value> {
    onGet(loading !== undefined)
    if (loading) return loading
    const fresh = load()
    loading = fresh
    expiry = setTimeout(invalidate, ttlMs).unref()
    fresh.catch(() => {
      if (loading === fresh) invalidate()
    })
    return fresh
  }
  return { get, invalidate }
}
