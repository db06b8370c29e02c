import { SlidersHorizontal } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { Quality } from '../engine/sound-settings.ts'
import { useSoundSettings } from '../use-player.ts'

/** Opens the audio quality and the loudness switch. */
export function SoundSettingsButton() {
  return (
    <Popover.Root>
      <Tooltip text="Sound settings">
        <Popover.Trigger asChild>
          <IconButton label="Sound settings">
            <SlidersHorizontal />
          </IconButton>
        </Popover.Trigger>
      </Tooltip>
      <Popover.Content
        aria-label="Sound settings"
        align="end"
        sideOffset={8}
        collisionPadding={12}
        onKeyDown={stopPropagation}
        className="z-(--z-dialog) w-76 max-w-[calc(100vw-24px)] animate-[rise_var(--duration-fast)_var(--ease-out)] rounded-[16px] border border-line bg-overlay p-5 shadow-(--shadow-float) outline-none"
      >
        <QualityChoice />
        <LoudnessSwitch />
      </Popover.Content>
    </Popover.Root>
  )
}

/** Arrows choose an option instead of seeking, and Escape closes only the settings. */
function stopPropagation(event: KeyboardEvent) {
  event.stopPropagation()
}

const qualities: Record<Quality, { title: string; text: string }> = {
  auto: { title: 'Auto', text: 'Small files that sound good' },
  original: { title: 'Original', text: 'The file as it was uploaded' },
  'data-saver': { title: 'Data saver', text: 'The smallest file' },
}

function QualityChoice() {
  const [{ quality }, change] = useSoundSettings()
  return (
    <fieldset>
      <legend className="font-semibold">Audio quality</legend>
      <div className="mt-2.5 grid gap-0.5">
        {(Object.keys(qualities) as Quality[]).map((option) => (
          <label
            key={option}
            className="-mx-2.5 flex min-h-12 cursor-pointer items-center gap-3 rounded-[10px] px-2.5 py-1.5 hover:bg-raised"
          >
            <input
              type="radio"
              name="audio-quality"
              checked={option === quality}
              onChange={() => change({ quality: option })}
              aria-describedby={`quality-${option}`}
              aria-label={qualities[option].title}
              className="size-4.5 shrink-0 accent-primary"
            />
            <span className="leading-[1.35]">
              {qualities[option].title}
              <span id={`quality-${option}`} className="block text-sm text-muted">
                {qualities[option].text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function LoudnessSwitch() {
  const [{ levelLoudness }, change] = useSoundSettings()
  return (
    <label className="mt-3.5 flex cursor-pointer items-center justify-between gap-4 border-t border-line pt-4">
      <span className="leading-[1.35] font-semibold">
        Level loudness
        <span id="level-loudness" className="block text-sm font-normal text-muted">
          Loud tracks are turned down
        </span>
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={levelLoudness}
        aria-label="Level loudness"
        aria-describedby="level-loudness"
        onClick={() => change({ levelLoudness: !levelLoudness })}
        className="h-7! w-12! shrink-0 rounded-full border border-line bg-sunken p-0.75 transition-colors aria-checked:border-transparent aria-checked:bg-primary [&>span]:block [&>span]:size-5 [&>span]:rounded-full [&>span]:bg-muted [&>span]:transition-transform aria-checked:[&>span]:translate-x-5 aria-checked:[&>span]:bg-bg"
      >
        <span />
      </button>
    </label>
  )
}
