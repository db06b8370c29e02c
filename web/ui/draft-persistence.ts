import { type BrowserStorage, safeSessionStorage } from '#web/lib/browser-storage.ts'

/**
 * What a person had typed when they had to sign in again: kept in the tab, and in the form when
 * they are back.
 */
const key = (form: string) => `draft:${form}`

export function saveDraft(
  form: string,
  values: object,
  memory: BrowserStorage = safeSessionStorage,
): void {
  memory.set(key(form), JSON.stringify(values))
}

export function readDraft<Values extends object>(
  form: string,
  memory: BrowserStorage = safeSessionStorage,
): Partial<Values> | null {
  try {
    const kept: unknown = JSON.parse(memory.get(key(form)) ?? 'null')
    return typeof kept === 'object' ? kept : null
  } catch {
    return null
  }
}

export function clearDraft(form: string, memory: BrowserStorage = safeSessionStorage): void {
  memory.set(key(form), null)
}
