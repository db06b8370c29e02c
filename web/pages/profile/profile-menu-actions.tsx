import { Flag, Rss } from 'lucide-react'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { loadReportDialog } from '#web/features/reports/load-report-dialog.ts'
import { useCanReport } from '#web/features/session/permissions.ts'
import { MenuButton, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

type ProfileMenuProps = { profile: Profile; button: MenuButtonProps }

/** Opens as soon as it is mounted. */
export function ProfileMenuActions({ profile, button }: ProfileMenuProps) {
  const canReport = useCanReport(profile.id)
  const { Component, open, close } = useLazyComponent(loadReportDialog)
  return (
    <>
      <Menu defaultOpen trigger={<MenuButton {...button} />}>
        <MenuLink icon={<Rss />} href={paths.feed('profile', profile.id)}>
          RSS feed
        </MenuLink>
        {canReport && (
          <MenuItem icon={<Flag />} onSelect={open}>
            Report
          </MenuItem>
        )}
      </Menu>
      {Component && (
        <Component
          reported={{ kind: 'user', id: profile.id, name: displayName(profile) }}
          onClose={close}
        />
      )}
    </>
  )
}
