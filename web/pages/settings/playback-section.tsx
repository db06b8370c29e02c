import type { ReactNode } from 'react'
import { AutoplaySwitch, LoudnessSwitch } from '#web/features/player/controls/sound-switches.tsx'
import type { Quality } from '#web/features/player/engine/sound-settings.ts'
import { qualities, speeds, speedText } from '#web/features/player/playback-options.ts'
import { usePlayer, usePlayerState, useSoundSettings } from '#web/features/player/use-player.ts'
import { Select } from '#web/ui/field.tsx'
import { SettingsRow, SwitchRow } from './settings-section.tsx'

/** The player's settings, which are saved in this browser. */
export function PlaybackRows() {
  return (
    <>
      <QualityRow />
      <SwitchRow>
        <LoudnessSwitch />
      </SwitchRow>
      <SwitchRow>
        <AutoplaySwitch />
      </SwitchRow>
      <SpeedRow />
    </>
  )
}

function QualityRow() {
  const [{ quality }, change] = useSoundSettings()
  return (
    <SelectRow
      title="Audio quality"
      text={qualities[quality].text}
      value={quality}
      onChange={(value) => change({ quality: value as Quality })}
    >
      {Object.entries(qualities).map(([value, { title }]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </SelectRow>
  )
}

function SpeedRow() {
  const player = usePlayer()
  const speed = usePlayerState((state) => state.speed)
  return (
    <SelectRow
      title="Speed"
      text="Of all tracks, on this device"
      value={String(speed)}
      onChange={(value) => player.setSpeed(Number(value))}
    >
      {speeds.map((value) => (
        <option key={value} value={value}>
          {speedText(value)}
        </option>
      ))}
    </SelectRow>
  )
}

type SelectRowProps = {
  title: string
  text: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function SelectRow({ title, text, value, onChange, children }: SelectRowProps) {
  return (
    <SettingsRow
      title={title}
      text={text}
      control={
        <div className="w-full tablet:w-44">
          <Select
            aria-label={title}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          >
            {children}
          </Select>
        </div>
      }
    />
  )
}
