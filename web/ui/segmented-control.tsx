type SegmentedControlProps<Value extends string> = {
  /** The accessible name of the group. */
  label: string
  options: Record<Value, string>
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}

/** Switches between a few views of a page. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const values = Object.keys(props.options) as Value[]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={props.label}
      className="flex w-full rounded-full border border-line bg-sunken p-1 tablet:w-fit"
    >
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          disabled={props.disabled && value !== props.value}
          onClick={() => props.onChange(value)}
          className="min-h-10 flex-1 rounded-full px-2 text-md font-semibold whitespace-nowrap text-muted hover:text-text aria-pressed:bg-raised aria-pressed:text-text aria-pressed:shadow-[0_0_0_1px_var(--color-line),0_2px_8px_-4px_rgb(0_0_0/0.5)] tablet:px-5 light:aria-pressed:bg-surface"
        >
          {props.options[value]}
        </button>
      ))}
    </div>
  )
}
