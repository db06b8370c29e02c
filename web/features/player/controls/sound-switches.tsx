import { Switch } from '#web/ui/switch.tsx'
import { usePlayer, usePlayerState, useSoundSettings } from '../use-player.ts'

/** In the sound settings of the player and on the page of all settings. */

export function LoudnessSwitch() {
  const [{ levelLoudness }, change] = useSoundSettings()
  return (
    <Switch
      label="Level loudness"
      text="Loud tracks are turned down"
      checked={levelLoudness}
      onChange={(on) => change({ levelLoudness: on })}
    />
  )
}

export function AutoplaySwitch() {
  const player = usePlayer()
  const autoplay = usePlayerState((state) => state.autoplay)
  return (
    <Switch
      label="Autoplay"
      text="Similar tracks follow the end of the queue."
      checked={autoplay}
      onChange={(on) => player.update({ autoplay: on })}
    />
  )
}
