import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, KeyRound, RotateCcw, Trash2 } from 'lucide-react'
import * as routes from '#contract/routes.ts'
import type { ManagedUser } from '#contract/users.ts'
import { onManagedUserUpdated } from '#web/api/admin.ts'
import { request } from '#web/api/client.ts'
import { MenuButton } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
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
  const suspend = useLazyComponent(loadSuspend)
  const resetLink = useLazyComponent(loadResetLink)
  const lift = useMutation({
    mutationFn: () => request(routes.liftSuspension, { params: { id: user.id } }),
    meta: { done: { title: 'Suspension lifted' }, onFailure: failed('Update', 'user') },
    onSuccess: (updated) => onManagedUserUpdated(queryClient, updated),
  })
  const canSuspend = !user.suspendedAt && !user.isAdmin
  if (!canSuspend && !user.suspendedAt && !user.hasPassword && !onDelete) return null
  return (
    <>
      <Menu trigger={<MenuButton label={`More about ${managedName(user)}`} />}>
        {canSuspend && (
          <MenuItem icon={<Ban />} onSelect={suspend.open}>
            Suspend…
          </MenuItem>
        )}
        {user.suspendedAt && (
          <MenuItem icon={<RotateCcw />} onSelect={() => lift.isPending || lift.mutate()}>
            Lift suspension
          </MenuItem>
        )}
        {user.hasPassword && (
          <MenuItem icon={<KeyRound />} onSelect={resetLink.open}>
            Reset link…
          </MenuItem>
        )}
        {onDelete && (
          <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
            Delete…
          </MenuItem>
        )}
      </Menu>
      {suspend.Component && <suspend.Component user={user} onClose={suspend.close} />}
      {resetLink.Component && <resetLink.Component user={user} onClose={resetLink.close} />}
    </>
  )
}
