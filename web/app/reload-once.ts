import { type BrowserStorage, tabMemory } from '#web/lib/browser-storage.ts'
import { serverAnswers } from '#web/lib/server-reachable.ts'

const key = 'reloaded-at'
const soon = 30_000

type Page = {
  memory: BrowserStorage
  now: () => number
  reload: () => void
  serverAnswers: () => Promise<boolean>
}

const thisPage: Page = {
  memory: tabMemory,
  now: Date.now,
  reload: () => location.reload(),
  serverAnswers,
}

/** Reloads the page, unless that was tried a moment ago and did not help, or would only lose what is there. */
export async function reloadOnce(page: Page = thisPage): Promise<void> {
  const { memory, now, reload } = page
  if (now() - Number(memory.read(key)) < soon || !(await page.serverAnswers())) return
  memory.keep(key, String(now()))
  // Without a memory it might never end.
  if (memory.read(key)) reload()
}
