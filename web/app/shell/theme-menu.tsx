import { useRef } from 'react'
import { ThemeIcon } from '#web/features/theme/theme-icon.tsx'
import { useTheme } from '#web/features/theme/use-theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useDismiss } from '#web/ui/use-dismiss.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadSwitch = async () => (await import('./deferred-parts.ts')).ThemeSwitch

/** Opens the theme switch. */
export function ThemeMenu() {
  const { choice } = useTheme()
  const { Component: Switch, open, close } = useLazyComponent(loadSwitch)
  const area = useRef<HTMLDivElement>(null)
  useDismiss(area, Switch !== undefined, close)
  return (
    <div ref={area} className="relative">
      <IconButton
        label="Theme"
        aria-expanded={Switch !== undefined}
        onClick={Switch ? close : open}
      >
        <ThemeIcon choice={choice} />
      </IconButton>
      {Switch && (
        <div className="absolute top-full right-0 mt-3 w-76 rounded-panel border border-line bg-overlay p-2.5 shadow-(--shadow-float)">
          <Switch />
        </div>
      )}
    </div>
  )
}
