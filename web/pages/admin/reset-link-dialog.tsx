import { useMutation } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { ManagedUser } from '#contract/users.ts'
import { hasStatus, request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SecretLink } from '#web/ui/secret-link.tsx'
import { managedName } from './user-labels.ts'

type ResetLinkDialogProps = { user: ManagedUser; onClose: () => void }

/** A link with which the user sets a new password. It is shown once. */
export function ResetLinkDialog({ user, onClose }: ResetLinkDialogProps) {
  const create = useMutation({
    mutationFn: () => request(routes.createResetLink, { params: { id: user.id } }),
    meta: {
      onFailure: (error) => ({
        title: 'No link was created',
        text: hasStatus(error, 404) ? 'This user signs in with another service.' : undefined,
      }),
    },
  })
  return (
    <Dialog
      title="Reset link"
      text={`With it ${managedName(user)} sets a new password.`}
      onClose={onClose}
    >
      {create.data ? (
        <SecretLink
          label="Reset link"
          hint="Works once, for 24 hours. It is shown only now."
          url={create.data.url}
          buttonClass="justify-self-start"
        />
      ) : (
        <Button
          className="justify-self-start"
          isPending={create.isPending}
          onClick={() => create.mutate()}
        >
          Create reset link
        </Button>
      )}
    </Dialog>
  )
}
