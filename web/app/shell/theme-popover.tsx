import { ThemeSwitch } from '#web/features/theme/theme-switch.tsx'
import { MenuButton, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { Popover } from '#web/ui/popover.tsx'

/** Opens as soon as it is mounted. */
export function ThemePopover({ button }: { button: MenuButtonProps }) {
  return (
    <Popover defaultOpen label="Theme" trigger={<MenuButton {...button} />} className="tablet:w-76">
      <ThemeSwitch />
    </Popover>
  )
}
