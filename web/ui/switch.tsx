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
    <div className="grid">
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={text && id}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="flex min-h-11 items-center justify-between gap-4 rounded-art text-left font-semibold disabled:text-faint"
      >
        {label}
        <span
          aria-hidden="true"
          className={`flex h-7 w-12 shrink-0 rounded-full border p-0.75 ${checked ? 'justify-end border-transparent bg-primary' : 'border-line-strong bg-sunken'}`}
        >
          <span className={`w-2 rounded-full ${checked ? 'bg-on-primary' : 'bg-muted'}`} />
        </span>
      </button>
      {text && (
        <p id={id} className="text-sm text-muted">
          {text}
        </p>
      )}
    </div>
  )
}
