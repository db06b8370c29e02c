import { type BrowserStorage, tabMemory } from '#web/lib/browser-storage.ts'

/**
 * What a person had typed when they had to sign in again: kept in the tab, and in the form when
 * they are back.
 */
const key = (form: string) => `draft:${form}`

export function keepDraft(form: string, values: object, memory: BrowserStorage = tabMemory): void {
  memory.keep(key(form), JSON.stringify(values))
}

export function readDraft<Values extends object>(
  form: string,
  memory: BrowserStorage = tabMemory,
): Partial<Values> | null {
  try {
    const kept: unknown = JSON.parse(memory.read(key(form)) ?? 'null')
    return typeof kept === 'object' ? kept : null
  } catch {
    return null
  }
}

export function dropDraft(form: string, memory: BrowserStorage = tabMemory): void {
  memory.keep(key(form), null)
}
