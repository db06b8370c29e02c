import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { decideReport, decisionEffects } from '#web/api/reports.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
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
    mutationFn: () => decideReport(itemId, { decision, reason }),
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
    <FormDialog title={submit} text={name} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        isDirty={reason.trim() !== '' && !decide.isSuccess}
        isPending={decide.isPending}
        submit={submit}
        pendingText={pending}
        onBack={onClose}
      >
        <TextAreaField
          label="Reason"
          hint={hint}
          maxLength={limits.maxReportLength}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={rejectionOf(decide.error)}
        />
      </DialogForm>
    </FormDialog>
  )
}
