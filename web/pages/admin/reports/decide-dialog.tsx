import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { decisionEffects } from '#web/api/reports.ts'
import { TextAreaField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const texts = {
  remove: { submit: 'Remove', pending: 'Removing...', hint: 'The uploader sees it.' },
  suspend: {
    submit: 'Suspend user',
    pending: 'Suspending...',
    hint: 'The user gets it by mail, if mail is set up.',
  },
}

type DecideDialogProps = {
  decision: keyof typeof texts
  itemId: string
  /** Of what is removed or who is suspended. */
  name: string
  onClose: () => void
  onDecided: () => void
}

/** Asks for the reason of a decision; the uploader sees it. */
export function DecideDialog({ decision, itemId, name, onClose, onDecided }: DecideDialogProps) {
  const { submit, pending, hint } = texts[decision]
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const effects = decisionEffects(queryClient)
  const decide = useMutation({
    mutationFn: () =>
      request(routes.decideReport, { params: { id: itemId }, body: { decision, reason } }),
    meta: inlineErrors,
    ...effects,
    onSuccess(item) {
      onDecided()
      onClose()
      return effects.onSuccess(item)
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!decide.isPending) decide.mutate()
  }
  return (
    <FormDialog
      title={submit}
      text={name}
      onClose={onClose}
      onSubmit={onSubmit}
      isDirty={reason.trim() !== '' && !decide.isSuccess}
      isPending={decide.isPending}
      submit={submit}
      pendingText={pending}
    >
      <TextAreaField
        label="Reason"
        hint={hint}
        maxLength={limits.maxReportLength}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={rejectionOf(decide.error)}
      />
    </FormDialog>
  )
}
