import { type BrowserStorage, tabMemory } from '#web/lib/browser-storage.ts'

const key = 'reloaded-at'
const soon = 30_000

type Page = { memory: BrowserStorage; now: () => number; reload: () => void }

const thisPage: Page = { memory: tabMemory, now: Date.now, reload: () => location.reload() }

/** Reloads the page, unless that was tried a moment ago and did not help. */
export function reloadOnce({ memory, now, reload }: Page = thisPage): void {
  if (now() - Number(memory.read(key)) < soon) return
  memory.keep(key, String(now()))
  // Without a memory it might never end.
  if (memory.read(key)) reload()
}
