import { Moon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { sleepChoices, sleepText, sleepTimer, speeds, speedText } from '../playback-options.ts'
import { usePlayer, usePlayerState } from '../use-player.ts'
import { activeClass } from './control-button.tsx'

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
      <SleepRest />
    </ChoicePopover>
  )
}

/** The minutes until the timer fires. */
function SleepRest() {
  const at = usePlayerState((state) => state.sleep?.at ?? null)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (at === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [at])
  return at === null ? null : `${Math.max(1, Math.ceil((at - now) / 60_000))} min`
}

type ChoicePopoverProps<Value> = {
  title: string
  /** The accessible name of the button: the title and what is chosen. */
  label: string
  options: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
  isOn: boolean
  children: ReactNode
}

/** A button that opens a few options, one of which is chosen. */
export function ChoicePopover<Value>(props: ChoicePopoverProps<Value>) {
  const { title, label, options, value, onChange, isOn, children } = props
  const [isOpen, setOpen] = useState(false)
  const name = useId()
  return (
    <Popover
      label={title}
      tooltip={label}
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="tablet:w-52"
      trigger={
        <IconButton
          label={label}
          size="text"
          tone={isOn ? 'primary' : 'muted'}
          className={classNames(
            'grid-flow-col gap-1 text-sm font-semibold whitespace-nowrap tabular-nums',
            isOn && activeClass,
          )}
        >
          {children}
        </IconButton>
      }
    >
      <fieldset>
        <legend className="px-3 pt-1.5 pb-1 text-sm font-semibold text-muted">{title}</legend>
        {options.map((option) => (
          <label
            key={option.text}
            className="flex min-h-10.5 cursor-pointer items-center gap-3 rounded-art-lg px-3 hover:bg-raised"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              // Arrow keys fire `click` too, with a detail of 0: the user may go on to the next option.
              onClick={({ detail }) => detail > 0 && setOpen(false)}
              onKeyDown={({ key }) => key === 'Enter' && setOpen(false)}
              className="size-4.5 shrink-0 accent-primary"
            />
            {option.text}
          </label>
        ))}
      </fieldset>
    </Popover>
  )
}
