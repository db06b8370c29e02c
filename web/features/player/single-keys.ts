import { type BrowserStorage, localMemory } from '#web/lib/browser-storage.ts'

/** Whether single keys are shortcuts. Who dictates, or hits keys by accident, can switch them off. */
const key = 'single-keys'

export function singleKeysOn(memory: BrowserStorage = localMemory): boolean {
  return memory.read(key) !== 'off'
}

export function keepSingleKeys(on: boolean, memory: BrowserStorage = localMemory): void {
  memory.keep(key, on ? null : 'off')
}
