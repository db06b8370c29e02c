import type { Player } from '../store.ts'
import type { SoundSettingsStore } from './sound-settings.ts'
import type { Transport } from './transport.ts'

/** LUFS. */
const target = -16

/** The factor that brings a louder track down to the target. None is turned up, so nothing clips. */
export function loudnessGain(loudness: number | null | undefined): number {
  return loudness == null ? 1 : Math.min(1, 10 ** ((target - loudness) / 20))
}

export function connectLoudness(
  player: Pick<Player, 'state' | 'subscribe'>,
  transport: Pick<Transport, 'setGain'>,
  settings: SoundSettingsStore,
) {
  const update = () => {
    const { levelLoudness } = settings.get()
    transport.setGain(levelLoudness ? loudnessGain(player.state().currentTrack?.loudness) : 1)
  }
  // In the task that sets the source: before any sound.
  player.subscribe(update)
  settings.subscribe(update)
}
