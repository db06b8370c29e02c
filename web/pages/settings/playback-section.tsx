import {
  AutoplaySwitch,
  LoudnessSwitch,
  QualitySelect,
  SpeedSelect,
} from '#web/features/player/controls/sound-settings.tsx'
import { SwitchRow } from './settings-section.tsx'

/** The player's settings, which are saved in this browser. */
export function PlaybackRows() {
  return (
    <>
      <SwitchRow>
        <QualitySelect />
      </SwitchRow>
      <SwitchRow>
        <LoudnessSwitch />
      </SwitchRow>
      <SwitchRow>
        <AutoplaySwitch />
      </SwitchRow>
      <SwitchRow>
        <SpeedSelect />
      </SwitchRow>
    </>
  )
}
