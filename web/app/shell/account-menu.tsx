import { Settings, UserRound } from 'lucide-react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { MenuButton, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type AccountMenuProps = { user: CurrentUser; button: MenuButtonProps }

/** Opens as soon as it is mounted. */
export function AccountMenu({ user, button }: AccountMenuProps) {
  const [, navigate] = useLocation()
  return (
    <Menu defaultOpen trigger={<MenuButton {...button} />}>
      <MenuItem icon={<UserRound />} onSelect={() => navigate(paths.profile(user.id))}>
        Profile
      </MenuItem>
      <MenuItem icon={<Settings />} onSelect={() => navigate(paths.settings)}>
        Settings
      </MenuItem>
    </Menu>
  )
}
