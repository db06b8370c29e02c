import { SlidersHorizontal } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { LoudnessSwitch, QualitySelect } from './sound-settings.tsx'

/** Opens the audio quality and the loudness switch. */
export function SoundSettingsButton() {
  return (
    <Popover
      label="Sound settings"
      tooltip="Sound settings"
      className="tablet:w-100"
      trigger={
        <IconButton label="Sound settings">
          <SlidersHorizontal />
        </IconButton>
      }
    >
      <div className="divide-y divide-line px-3 [&>*]:py-3.5">
        <div>
          <QualitySelect />
        </div>
        <div>
          <LoudnessSwitch />
        </div>
      </div>
    </Popover>
  )
}
