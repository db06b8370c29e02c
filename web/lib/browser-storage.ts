/** The browser's storage, which some people forbid: then nothing is kept, and nothing breaks. */
export type BrowserStorage = {
  get(key: string): string | null
  /** Keeps a value; null forgets it. */
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
        // Forbidden or full.
      }
    },
  }
}

/** Kept for good, and until the tab is closed. */
export const safeLocalStorage = browserStorage(() => localStorage)
export const safeSessionStorage = browserStorage(() => sessionStorage)
