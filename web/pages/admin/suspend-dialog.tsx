import { useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { ManagedUser } from '#contract/users.ts'
import { onManagedUserUpdated } from '#web/api/admin.ts'
import { request } from '#web/api/client.ts'
import { ReasonDialog, suspendTexts } from './reason-dialog.tsx'
import { managedName } from './user-labels.ts'

type SuspendDialogProps = { user: ManagedUser; onClose: () => void }

/** Suspends a user without a report. */
export function SuspendDialog({ user, onClose }: SuspendDialogProps) {
  const queryClient = useQueryClient()
  return (
    <ReasonDialog
      {...suspendTexts}
      name={managedName(user)}
      send={(reason) => request(routes.suspendUser, { params: { id: user.id }, body: { reason } })}
      onSuccess={(updated) => {
        onClose()
        return onManagedUserUpdated(queryClient, updated)
      }}
      onClose={onClose}
    />
  )
}
