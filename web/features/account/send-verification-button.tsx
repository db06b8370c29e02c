import { useMutation } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { rejectionOf } from '#web/api/inline-errors.ts'
import { Button } from '#web/ui/button.tsx'

/** Sends the link that verifies the address once more. */
export function SendVerificationButton() {
  const send = useMutation({
    mutationFn: () => request(routes.sendVerification),
    meta: {
      done: { title: 'Link sent', text: 'Check your mail.', tone: 'plain' },
      onFailure: (error) => ({ title: 'Not sent', text: rejectionOf(error) }),
    },
  })
  return (
    <Button
      size="small"
      tone="outline"
      className="justify-self-start"
      isPending={send.isPending}
      onClick={() => send.mutate()}
    >
      Send again
    </Button>
  )
}
