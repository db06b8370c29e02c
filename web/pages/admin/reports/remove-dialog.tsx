import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { decideReport, refetchReports } from '#web/api/reports.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

type RemoveDialogProps = { itemId: string; name: string; onClose: () => void }

/** Asks for the reason, which the uploader sees. */
export function RemoveDialog({ itemId, name, onClose }: RemoveDialogProps) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const decide = useMutation({
    mutationFn: () => decideReport(itemId, { decision: 'remove', reason }),
    meta: inlineErrors,
    onSuccess: onClose,
    onSettled: () => refetchReports(queryClient),
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!decide.isPending) decide.mutate()
  }
  return (
    <FormDialog title="Remove" text={name} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        isDirty={reason.trim() !== '' && !decide.isSuccess}
        isPending={decide.isPending}
        submit="Remove"
        pendingText="Removing..."
        onBack={onClose}
      >
        <TextAreaField
          label="Reason"
          hint="The uploader sees it."
          maxLength={limits.reportText}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={rejectionOf(decide.error)}
        />
      </DialogForm>
    </FormDialog>
  )
}
