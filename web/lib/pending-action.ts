import type { ReportKind } from '#contract/report-reasons.ts'
import { readJson, safeSessionStorage } from './browser-storage.ts'

/** What a visitor wanted to do when they were asked to sign in. `subject`: the id of what it is about. */
export type PendingAction =
  | { reason: 'follow' | 'like' | 'playlist' | 'save'; subject: string }
  | { reason: 'comment'; subject: string; parentId?: string | undefined }
  | { reason: 'repost'; subject: string; kind: 'track' | 'playlist' }
  | { reason: 'report'; subject: string; kind: ReportKind; name: string }

const key = 'pending-action'
/** Milliseconds in which an account can be created. */
const maxAge = 60 * 60_000

/** In this tab only, which returns from the sign-in page: no link can make anybody do something. */
export function savePendingAction(action: PendingAction): void {
  safeSessionStorage.set(key, JSON.stringify({ action, at: Date.now() }))
}

/** Once, by whoever performs it. */
export function takePendingAction(
  performs: (action: PendingAction) => boolean,
): PendingAction | null {
  const saved = readJson<{ action: PendingAction; at: number }>(safeSessionStorage, key)
  if (!saved?.action || Date.now() - (saved.at ?? 0) >= maxAge) return null
  if (!performs(saved.action)) return null
  safeSessionStorage.set(key, null)
  return saved.action
}
