import { type BrowserStorage, safeSessionStorage } from '#web/lib/browser-storage.ts'
import { isServerReachable } from '#web/lib/server-reachable.ts'

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

/** Reloads the page, unless that was tried a moment ago and did not help, or would only lose what is there. */
export async function reloadOnce(page: Tab = currentTab): Promise<void> {
  const { memory, now, reload } = page
  if (now() - Number(memory.get(key)) < minInterval || !(await page.isServerReachable())) return
  memory.set(key, String(now()))
  // Without a memory it might never end.
  if (memory.get(key)) reload()
}
