import { Ban, ChartColumn, Link as LinkIcon } from 'lucide-react'
import { useLocation } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { useSession } from '#web/api/auth.ts'
import { FeedMenuItems } from '#web/components/feed-menu-items.tsx'
import { useReportItem } from '#web/features/reports/use-report-item.tsx'
import { shareLink } from '#web/features/share/share-link.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { MenuButton, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { useBlock } from './use-block.ts'

const loadBlockDialog = async () => (await import('./block-dialog.tsx')).BlockDialog

type ProfileMenuProps = { profile: Profile; button: MenuButtonProps }

/** Opens as soon as it is mounted. */
export function ProfileMenuActions({ profile, button }: ProfileMenuProps) {
  const { id, username } = profile
  const { user } = useSession()
  const [, navigate] = useLocation()
  const report = useReportItem(id, { kind: 'user', id, name: displayName(profile) })
  const openDialog = useOpenDialog()
  const unblock = useBlock('unblock', profile)
  const toasts = useToasts()
  /** With the username: people read what is given away. */
  async function copyLink() {
    const shared = { title: username, url: location.origin + paths.profile(username) }
    const toast = await shareLink(shared, false)
    if (toast) toasts.show(toast)
  }
  return (
    <Menu defaultOpen trigger={<MenuButton {...button} />}>
      {user?.id === id && (
        <MenuItem icon={<ChartColumn />} onSelect={() => navigate(paths.ownStats)}>
          Statistics
        </MenuItem>
      )}
      <MenuItem icon={<LinkIcon />} onSelect={() => void copyLink()}>
        Copy link
      </MenuItem>
      <FeedMenuItems kind="profile" id={username} />
      {user && user.id !== id && (
        <MenuItem
          icon={<Ban />}
          onSelect={() =>
            profile.isBlocked ? unblock.mutate() : openDialog(loadBlockDialog, { profile })
          }
        >
          {profile.isBlocked ? 'Unblock' : 'Block'}
        </MenuItem>
      )}
      {report}
    </Menu>
  )
}
