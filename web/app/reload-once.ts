import { type BrowserStorage, safeSessionStorage } from '#web/lib/browser-storage.ts'
import { isServerReachable } from '#web/lib/use-connection-back.ts'

const key = 'reloaded-at'
const minInterval = 30_000

type Tab = {
  memory: BrowserStorage
  now: () => number
  reload: () => void
  isServerReachable: () => Promise<boolean>
}

const currentTab: Tab = {
  memory: safeSessionStorage,
  now: Date.now,
  reload: () => location.reload(),
  isServerReachable,
}

/**
 * Reloads the page, unless it did so a moment ago without success, or the server is unreachable.
 */
export async function reloadOnce(page: Tab = currentTab): Promise<void> {
  const { memory, now, reload } = page
  if (now() - Number(memory.get(key)) < minInterval || !(await page.isServerReachable())) return
  memory.set(key, String(now()))
  // Without storage this could be an endless loop.
  if (memory.get(key)) reload()
}
