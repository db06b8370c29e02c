import { Moon } from 'lucide-react'
import { sleepChoices, sleepText, sleepTimer, speeds, speedText } from '../playback-options.ts'
import { usePlayer, usePlayerState } from '../use-player.ts'
import { ChoicePopover } from './choice-popover.tsx'

const speedOptions = speeds.map((value) => ({ value: value as number, text: speedText(value) }))
const sleepOptions = sleepChoices.map((value) => ({ value, text: sleepText(value) }))

export function SpeedButton() {
  const player = usePlayer()
  const speed = usePlayerState((state) => state.speed)
  return (
    <ChoicePopover
      title="Speed"
      label={`Speed: ${speedText(speed)}`}
      options={speedOptions}
      value={speed}
      onChange={player.setSpeed}
      isOn={speed !== 1}
    >
      {speedText(speed)}
    </ChoicePopover>
  )
}

export function SleepButton() {
  const player = usePlayer()
  const choice = usePlayerState((state) => state.sleep?.choice ?? null)
  return (
    <ChoicePopover
      title="Sleep timer"
      label={choice === null ? 'Sleep timer' : `Sleep timer: ${sleepText(choice)}`}
      options={sleepOptions}
      value={choice}
      onChange={(chosen) => player.update({ sleep: sleepTimer(chosen) })}
      isOn={choice !== null}
    >
      <Moon />
    </ChoicePopover>
  )
}
