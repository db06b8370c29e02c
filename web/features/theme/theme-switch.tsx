import { useId } from 'react'
import { type ThemeChoice, themeChoices } from './theme.ts'
import { ThemeIcon } from './theme-icon.tsx'
import { useTheme } from './use-theme.ts'

const labels: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** System, light or dark: three radio buttons side by side. */
export function ThemeSwitch() {
  const { choice, choose } = useTheme()
  const name = useId()
  return (
    <fieldset className="flex rounded-full border border-line bg-sunken p-1">
      <legend className="sr-only">Theme</legend>
      {themeChoices.map((option) => (
        <label
          key={option}
          className="relative flex min-h-10 flex-1 cursor-pointer items-center justify-center gap-2 rounded-full px-3 text-sm font-semibold text-muted hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-[0_0_0_1px_var(--color-line),0_2px_8px_-4px_rgb(0_0_0/0.5)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus light:has-checked:bg-surface [&>svg]:size-4.5"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === choice}
            onChange={() => choose(option)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
          />
          <ThemeIcon choice={option} />
          {labels[option]}
        </label>
      ))}
    </fieldset>
  )
}
