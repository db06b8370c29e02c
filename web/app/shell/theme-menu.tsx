import { ThemeIcon } from '#web/features/theme/theme-icon.tsx'
import { useTheme } from '#web/features/theme/use-theme.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'

const loadPopover = async () => (await import('./theme-popover.tsx')).ThemePopover

/** Opens the theme switch. */
export function ThemeMenu() {
  const { choice } = useTheme()
  const button = { label: 'Theme', children: <ThemeIcon choice={choice} /> }
  return (
    <LazyMenu button={{ ...button, 'aria-haspopup': 'dialog' }} load={loadPopover}>
      {(Popover) => <Popover button={button} />}
    </LazyMenu>
  )
}
