/** Plays and changes made through other servers become visible after this long; local changes at once. */
const defaultTtlMs = 2000

export type MemoizedAsync<Value> = {
  get(): Promise<Value>
  /** The cached value; undefined if there is none yet. */
  peek(): Value | undefined
  invalidate(): void
}

/**
 * Loads a value once for all callers. Code that changes tracks calls `invalidate`, so that a track that has
 * become private is never served from this cache again.
 */
export function memoizeAsync<Value>(
  load: () => Promise<Value>,
  ttlMs = defaultTtlMs,
): MemoizedAsync<Value> {
  let loading: Promise<Value> | undefined
  let cached: Value | undefined
  let expiry: NodeJS.Timeout | undefined

  function invalidate() {
    clearTimeout(expiry)
    loading = undefined
    cached = undefined
  }

  function get(): Promise<Value> {
    if (loading) return loading
    const fresh = load()
    loading = fresh
    // A timer, because reading the clock on each request would cost more than the rest of `peek`.
    expiry = setTimeout(invalidate, ttlMs).unref()
    fresh.then(
      (value) => {
        if (loading === fresh) cached = value
      },
      () => {
        if (loading === fresh) invalidate()
      },
    )
    return fresh
  }
  return { get, peek: () => cached, invalidate }
}
