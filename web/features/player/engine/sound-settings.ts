import { type BrowserStorage, readJson } from '#web/lib/browser-storage.ts'
import { createStore, type Store } from '#web/lib/store.ts'

export type Quality = 'auto' | 'original' | 'data-saver'
export type SoundSettings = {
  readonly quality: Quality
  /** Tracks that are louder than the target are turned down. */
  readonly levelLoudness: boolean
}
export type SoundSettingsStore = Store<SoundSettings>

const key = 'player-sound'
const qualities: readonly unknown[] = ['auto', 'original', 'data-saver'] satisfies Quality[]

/** The listener's choices, saved in the browser. `saveData`: the browser asks to save data. */
export function createSoundSettings(
  storage: BrowserStorage,
  saveData: boolean | undefined,
): SoundSettingsStore {
  const saved = load(storage)
  const store = createStore<SoundSettings>({
    quality: saved.quality ?? (saveData ? 'data-saver' : 'auto'),
    levelLoudness: saved.levelLoudness ?? true,
  })
  return {
    ...store,
    set(next) {
      const previous = store.get()
      // The default quality is not saved: it depends on the connection.
      if (next.quality !== previous.quality) saved.quality = next.quality
      saved.levelLoudness = next.levelLoudness
      storage.set(key, JSON.stringify(saved))
      store.set(next)
    },
  }
}

function load(storage: BrowserStorage): { quality?: Quality; levelLoudness?: boolean } {
  const { quality, levelLoudness } = readJson<SoundSettings>(storage, key) ?? {}
  return {
    ...(quality && qualities.includes(quality) && { quality }),
    ...(typeof levelLoudness === 'boolean' && { levelLoudness }),
  }
}
