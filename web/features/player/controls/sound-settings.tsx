import { type ReactNode, useId } from 'react'
import { Select } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { Quality } from '../engine/sound-settings.ts'
import { qualities, speeds, speedText } from '../playback-options.ts'
import { usePlayer, usePlayerState, useSoundSettings } from '../use-player.ts'

/** In the expanded player and on the page of all settings. */

export function QualitySelect() {
  const [{ quality }, change] = useSoundSettings()
  return (
    <LabeledSelect
      label="Audio quality"
      text={qualities[quality].text}
      value={quality}
      onChange={(value) => change({ quality: value as Quality })}
    >
      {Object.entries(qualities).map(([value, { title }]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </LabeledSelect>
  )
}

export function SpeedSelect() {
  const player = usePlayer()
  const speed = usePlayerState((state) => state.speed)
  return (
    <LabeledSelect
      label="Speed"
      text="Of all tracks, on this device"
      value={String(speed)}
      onChange={(value) => player.setSpeed(Number(value))}
    >
      {speeds.map((value) => (
        <option key={value} value={value}>
          {speedText(value)}
        </option>
      ))}
    </LabeledSelect>
  )
}

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

type LabeledSelectProps = {
  label: string
  text: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** As a switch: the label and its text, and the control at the end of the row. */
function LabeledSelect({ label, text, value, onChange, children }: LabeledSelectProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
      <div className="grid flex-1 basis-36 gap-0.5">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span id={`${id}-text`} className="text-sm text-muted">
          {text}
        </span>
      </div>
      <div className="min-w-44 flex-1 tablet:flex-none">
        <Select
          id={id}
          aria-describedby={`${id}-text`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {children}
        </Select>
      </div>
    </div>
  )
}
