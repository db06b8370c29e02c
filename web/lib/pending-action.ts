import type { ReportKind } from '#contract/report-reasons.ts'
import { readJson, safeSessionStorage } from './browser-storage.ts'

/** What a visitor wanted to do when they were asked to sign in. `subject`: the id of the user or track. */
export type PendingAction =
  | { reason: 'follow' | 'like' | 'playlist'; subject: string }
  | { reason: 'report'; subject: string; kind: ReportKind; name: string }

const key = 'pending-action'
/** Milliseconds in which an account can be created. */
const maxAge = 60 * 60_000

/** In this tab only, which returns from the sign-in page: no link can make anybody do something. */
export function savePendingAction(action: PendingAction): void {
  safeSessionStorage.set(key, JSON.stringify({ action, at: Date.now() }))
}

/** Once. */
export function takePendingAction(): PendingAction | null {
  const saved = readJson<{ action: PendingAction; at: number }>(safeSessionStorage, key)
  safeSessionStorage.set(key, null)
  return (saved && Date.now() - (saved.at ?? 0) < maxAge && saved.action) || null
}
