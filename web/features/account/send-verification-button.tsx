import { useMutation } from '@tanstack/react-query'
import { sendVerification } from '#web/api/account.ts'
import { rejectionOf } from '#web/api/inline-errors.ts'
import { Button } from '#web/ui/button.tsx'

/** Sends the link that verifies the address once more. */
export function SendVerificationButton() {
  const send = useMutation({
    mutationFn: sendVerification,
    meta: {
      done: { title: 'Link sent', text: 'Check your mail.' },
      onFailure: (error) => ({
        title: 'Not sent',
        text: rejectionOf(error) ?? 'Something went wrong. Please try again.',
        tone: 'failure',
      }),
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
