import { type BrowserStorage, safeLocalStorage } from '#web/lib/browser-storage.ts'

/** Whether single keys are shortcuts. Who dictates, or hits keys by accident, can switch them off. */
const key = 'single-keys'

export function shortcutsEnabled(memory: BrowserStorage = safeLocalStorage): boolean {
  return memory.get(key) !== 'off'
}

export function setShortcutsEnabled(on: boolean, memory: BrowserStorage = safeLocalStorage): void {
  memory.set(key, on ? null : 'off')
}
