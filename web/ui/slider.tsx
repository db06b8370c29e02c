import { Slider as RadixSlider } from 'radix-ui'
import { classNames } from '#web/lib/class-names.ts'

type SliderProps = {
  label: string
  /** From 0 to 100. */
  value: number
  step: number
  /** The value as text, for screen readers. */
  valueText: string
  onChange: (value: number) => void
  /** Called when the thumb is released or after a key press. */
  onCommit?: (value: number) => void
  className?: string
}

export function Slider({ label, value, step, valueText, className, ...on }: SliderProps) {
  return (
    <RadixSlider.Root
      value={[value]}
      min={0}
      max={100}
      step={step}
      onValueChange={([next = value]) => on.onChange(next)}
      onValueCommit={([next = value]) => on.onCommit?.(next)}
      className={classNames(
        'relative flex h-6 min-w-0 flex-1 cursor-pointer touch-none items-center select-none',
        className,
      )}
    >
      <RadixSlider.Track className="relative h-1 flex-1 rounded-full bg-wave-rest">
        <RadixSlider.Range className="absolute h-full rounded-full bg-wave-from" />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block h-4 w-1.25 rounded-full bg-playhead shadow-[0_0_0_3px_var(--color-overlay)] focus-visible:outline-offset-5"
      />
    </RadixSlider.Root>
  )
}
