import { SlidersHorizontal } from 'lucide-react'
import { Popover } from 'radix-ui'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { Quality } from '../engine/sound-settings.ts'
import { qualities } from '../playback-options.ts'
import { useSoundSettings } from '../use-player.ts'
import { LoudnessSwitch } from './sound-switches.tsx'

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
        // Arrows choose an option instead of seeking, and Escape closes only the settings.
        onKeyDown={(event) => event.stopPropagation()}
        className="z-(--z-dialog) w-76 max-w-[calc(100vw-24px)] animate-[rise_var(--duration-fast)_var(--ease-out)] rounded-panel border border-line bg-overlay p-5 shadow-(--shadow-float) outline-none"
      >
        <QualityChoice />
        <div className="mt-3.5 border-t border-line pt-2">
          <LoudnessSwitch />
        </div>
      </Popover.Content>
    </Popover.Root>
  )
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
            className="-mx-2.5 flex min-h-12 cursor-pointer items-center gap-3 rounded-art-lg px-2.5 py-1.5 hover:bg-raised"
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
            <span className="leading-row">
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
