type SwitchProps = {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Turns a setting on or off, at once. */
export function Switch({ label, checked, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
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
  )
}
