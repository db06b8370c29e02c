import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as routes from '#contract/routes.ts'
import { hasStatus, request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

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
  const [isCopied, setIsCopied] = useState(false)
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
      <TextField
        label="Reset link"
        hint="Works once, for 24 hours. It is shown only now."
        readOnly
        value={link.url}
        onFocus={({ target }) => target.select()}
      />
      {/* Without HTTPS there is no clipboard: a focused field is selected as a whole. */}
      {navigator.clipboard && (
        <Button
          className="justify-self-start"
          onClick={() => void navigator.clipboard.writeText(link.url).then(() => setIsCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
      )}
    </div>
  )
}
