import { useMutation } from '@tanstack/react-query'
import { createResetLink } from '#web/api/admin.ts'
import { ApiError } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

/** A link with which the user sets a new password. It is shown once. */
export function ResetLink({ userId }: { userId: string }) {
  const create = useMutation({
    mutationFn: () => createResetLink(userId),
    meta: {
      onFailure: (error) => ({
        title: 'No link was created',
        text:
          error instanceof ApiError && error.status === 404
            ? 'This user signs in with another service.'
            : 'Something went wrong. Please try again.',
        tone: 'failure',
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
    <div className="grid gap-3">
      <TextField
        label="Reset link"
        hint="Works once, for 24 hours. It is shown only now."
        readOnly
        value={link.url}
        onFocus={({ target }) => target.select()}
      />
      <Button
        className="justify-self-start"
        onClick={() => void navigator.clipboard?.writeText(link.url)}
      >
        Copy link
      </Button>
    </div>
  )
}
