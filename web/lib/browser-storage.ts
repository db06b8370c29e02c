/** localStorage and sessionStorage that never throw: where storage is blocked, nothing is stored. */
export type BrowserStorage = {
  get(key: string): string | null
  /** Null removes the entry. */
  set(key: string, value: string | null): void
}

export function browserStorage(open: () => Storage): BrowserStorage {
  return {
    get(key) {
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        if (value === null) open().removeItem(key)
        else open().setItem(key, value)
      } catch {
        // Blocked or full.
      }
    },
  }
}

/** An object in JSON; null without one, or if another version has written something else. */
export function readJson<Value>(storage: BrowserStorage, key: string): Partial<Value> | null {
  try {
    const value = JSON.parse(storage.get(key) ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

export const safeLocalStorage = browserStorage(() => localStorage)
export const safeSessionStorage = browserStorage(() => sessionStorage)
