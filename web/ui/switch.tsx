import { useId } from 'react'

type SwitchProps = {
  label: string
  /** What it does. */
  text?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Turns a setting on or off, at once. */
export function Switch({ label, text, checked, disabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={id}
      aria-describedby={text && `${id}-text`}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="flex min-h-11 w-full items-center justify-between gap-4 rounded-art text-left disabled:text-faint"
    >
      <span className="grid gap-0.5">
        <span id={id} className="font-semibold">
          {label}
        </span>
        {text && (
          <span id={`${id}-text`} className="max-w-[60ch] text-sm text-muted">
            {text}
          </span>
        )}
      </span>
      <span
        aria-hidden="true"
        className={`flex h-7 w-12 shrink-0 rounded-full border p-0.75 ${checked ? 'justify-end border-transparent bg-primary' : 'border-line-strong bg-sunken'}`}
      >
        <span className={`w-2 rounded-full ${checked ? 'bg-on-primary' : 'bg-muted'}`} />
      </span>
    </button>
  )
}
