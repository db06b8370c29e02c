import { ChartColumn, Rss } from 'lucide-react'
import { useLocation } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { useSession } from '#web/api/auth.ts'
import { useReportItem } from '#web/features/reports/use-report-item.tsx'
import { MenuButton, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx'

type ProfileMenuProps = { profile: Profile; button: MenuButtonProps }

/** Opens as soon as it is mounted. */
export function ProfileMenuActions({ profile, button }: ProfileMenuProps) {
  const { id } = profile
  const { user } = useSession()
  const [, navigate] = useLocation()
  const report = useReportItem(id, { kind: 'user', id, name: displayName(profile) })
  return (
    <>
      <Menu defaultOpen trigger={<MenuButton {...button} />}>
        {user?.id === id && (
          <MenuItem icon={<ChartColumn />} onSelect={() => navigate(paths.ownStats)}>
            Statistics
          </MenuItem>
        )}
        <MenuLink icon={<Rss />} href={paths.feed('profile', id)}>
          RSS feed
        </MenuLink>
        {report.item}
      </Menu>
      {report.dialog}
    </>
  )
}
