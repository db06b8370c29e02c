import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { TextAreaField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

type ReasonDialogProps<Result> = {
  title: string
  /** Of what is removed or who is suspended. */
  name: string
  hint: string
  pendingText: string
  send: (reason: string) => Promise<Result>
  onSuccess: (result: Result) => unknown
  onError?: (error: Error) => unknown
  onClose: () => void
}

/** Asks for the reason of a decision. */
export function ReasonDialog<Result>(props: ReasonDialogProps<Result>) {
  const { title, name, hint, pendingText, send, onSuccess, onError, onClose } = props
  const [reason, setReason] = useState('')
  const decide = useMutation({
    mutationFn: () => send(reason),
    meta: inlineErrors,
    onSuccess,
    ...(onError && { onError }),
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!decide.isPending) decide.mutate()
  }
  return (
    <FormDialog
      title={title}
      text={name}
      onClose={onClose}
      onSubmit={onSubmit}
      isDirty={reason.trim() !== '' && !decide.isSuccess}
      isPending={decide.isPending}
      submit={title}
      pendingText={pendingText}
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

export const suspendTexts = {
  title: 'Suspend user',
  pendingText: 'Suspending...',
  hint: 'The user gets it by mail, if mail is set up.',
}
