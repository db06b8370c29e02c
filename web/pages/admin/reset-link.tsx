import { useMutation } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { hasStatus, request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { SecretLink } from './secret-link.tsx'

/** The link appears below the visible part of the dialog. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A link with which the user sets a new password. It is shown once. */
export function ResetLink({ userId }: { userId: string }) {
  const create = useMutation({
    mutationFn: () => request(routes.createResetLink, { params: { id: userId } }),
    meta: {
      onFailure: (error) => ({
        title: 'No link was created',
        text: hasStatus(error, 404) ? 'This user signs in with another service.' : undefined,
      }),
    },
  })
  const { data: link } = create
  if (!link)
    return (
      <Button
        className="justify-self-start"
        isPending={create.isPending}
        onClick={() => create.mutate()}
      >
        Create reset link
      </Button>
    )
  return (
    <div ref={reveal} className="grid gap-3">
      <SecretLink
        label="Reset link"
        hint="Works once, for 24 hours. It is shown only now."
        url={link.url}
        buttonClass="justify-self-start"
      />
    </div>
  )
}
