import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, KeyRound, RotateCcw, Trash2 } from 'lucide-react'
import * as routes from '#contract/routes.ts'
import type { ManagedUser } from '#contract/users.ts'
import { onManagedUserUpdated } from '#web/api/admin.ts'
import { request } from '#web/api/client.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { MenuButton } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { failed } from './failed.ts'
import { managedName } from './user-labels.ts'

const loadSuspend = async () => (await import('./suspend-dialog.tsx')).SuspendDialog
const loadResetLink = async () => (await import('./reset-link-dialog.tsx')).ResetLinkDialog

type UserMenuProps = {
  user: ManagedUser
  /** Absent for the administrator's own row. */
  onDelete: (() => void) | undefined
}

/** What is seldom done to an account. Administrators cannot be suspended. */
export function UserMenu({ user, onDelete }: UserMenuProps) {
  const queryClient = useQueryClient()
  const openDialog = useOpenDialog()
  const lift = useMutation({
    mutationFn: () => request(routes.liftSuspension, { params: { id: user.id } }),
    meta: { done: { title: 'Suspension lifted' }, onFailure: failed('Update', 'user') },
    onSuccess: (updated) => onManagedUserUpdated(queryClient, updated),
  })
  const canSuspend = !user.suspendedAt && !user.isAdmin
  if (!canSuspend && !user.suspendedAt && !user.hasPassword && !onDelete) return null
  return (
    <Menu trigger={<MenuButton label={`More about ${managedName(user)}`} />}>
      {canSuspend && (
        <MenuItem icon={<Ban />} onSelect={() => openDialog(loadSuspend, { user })}>
          Suspend…
        </MenuItem>
      )}
      {user.suspendedAt && (
        <MenuItem icon={<RotateCcw />} onSelect={() => lift.isPending || lift.mutate()}>
          Lift suspension
        </MenuItem>
      )}
      {user.hasPassword && (
        <MenuItem icon={<KeyRound />} onSelect={() => openDialog(loadResetLink, { user })}>
          Reset link…
        </MenuItem>
      )}
      {onDelete && (
        <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
          Delete…
        </MenuItem>
      )}
    </Menu>
  )
}
