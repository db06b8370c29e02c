import { readJson, safeSessionStorage } from './browser-storage.ts'

const key = 'pending-notice'
type PendingNotice = { title: string; text: string }

/** What the next page of this tab tells, which is a new document. */
export function saveNotice(notice: PendingNotice): void {
  safeSessionStorage.set(key, JSON.stringify(notice))
}

/** Once. */
export function takeNotice(): PendingNotice | null {
  const { title, text } = readJson<PendingNotice>(safeSessionStorage, key) ?? {}
  safeSessionStorage.set(key, null)
  return title && text ? { title, text } : null
}
