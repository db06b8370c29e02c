import { Ban, ChartColumn } from 'lucide-react'
import { useLocation } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { useSession } from '#web/api/auth.ts'
import { FeedMenuItems } from '#web/components/feed-menu-items.tsx'
import { useReportItem } from '#web/features/reports/use-report-item.tsx'
import { MenuButton, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { useBlock } from './use-block.ts'

const loadBlockDialog = async () => (await import('./block-dialog.tsx')).BlockDialog

type ProfileMenuProps = { profile: Profile; button: MenuButtonProps }

/** Opens as soon as it is mounted. */
export function ProfileMenuActions({ profile, button }: ProfileMenuProps) {
  const { id } = profile
  const { user } = useSession()
  const [, navigate] = useLocation()
  const report = useReportItem(id, { kind: 'user', id, name: displayName(profile) })
  const blockDialog = useLazyComponent(loadBlockDialog)
  const unblock = useBlock('unblock', profile)
  return (
    <>
      <Menu defaultOpen trigger={<MenuButton {...button} />}>
        {user?.id === id && (
          <MenuItem icon={<ChartColumn />} onSelect={() => navigate(paths.ownStats)}>
            Statistics
          </MenuItem>
        )}
        <FeedMenuItems kind="profile" id={id} />
        {user && user.id !== id && (
          <MenuItem
            icon={<Ban />}
            onSelect={profile.isBlocked ? () => unblock.mutate() : blockDialog.open}
          >
            {profile.isBlocked ? 'Unblock' : 'Block'}
          </MenuItem>
        )}
        {report.item}
      </Menu>
      {blockDialog.Component && (
        <blockDialog.Component profile={profile} onClose={blockDialog.close} />
      )}
      {report.dialog}
    </>
  )
}
