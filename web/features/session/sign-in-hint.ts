import { type BrowserStorage, safeLocalStorage } from '#web/lib/browser-storage.ts'

/**
 * Whether this browser probably holds a session. Only the current-user call knows; the hint
 * decides what to draw while that is under way, so that neither a visitor waits for the answer nor
 * a signed-in person sees the landing page for a moment.
 */
const key = 'signed-in'

export function expectsSession(memory: BrowserStorage = safeLocalStorage): boolean {
  return memory.get(key) !== null
}

/** Called with what the server said, and with true when a person leaves for the sign-in page. */
export function setSessionHint(signedIn: boolean, memory: BrowserStorage = safeLocalStorage): void {
  memory.set(key, signedIn ? 'yes' : null)
}
