import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import {
  type ReportKind,
  type ReportReason,
  reasonLabels,
  reportReasons,
} from '#contract/report-reasons.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { createReport } from '#web/api/reports.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { SelectField, TextAreaField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

export type Reported = { kind: ReportKind; id: string; name: string }

type ReportDialogProps = { reported: Reported; onClose: () => void }

export function ReportDialog({ reported: { kind, id, name }, onClose }: ReportDialogProps) {
  const toasts = useToasts()
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [text, setText] = useState('')
  const [hasReason, setHasReason] = useState(true)
  const report = useMutation({
    mutationFn: createReport,
    meta: inlineErrors,
    onSuccess: () => {
      toasts.show({
        title: 'Report sent',
        text: 'Thank you. A moderator will look at it.',
        tone: 'success',
      })
      onClose()
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setHasReason(reason !== '')
    if (reason !== '' && !report.isPending) report.mutate({ kind, id, reason, text })
  }
  return (
    <FormDialog title="Report" text={name} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        isDirty={text.trim() !== '' && !report.isSuccess}
        isPending={report.isPending}
        submit="Send report"
        pendingText="Sending..."
        onBack={onClose}
      >
        <SelectField
          label="Reason"
          value={reason}
          onChange={({ target }) => setReason(target.value as ReportReason | '')}
          error={hasReason || reason !== '' ? rejectionOf(report.error) : 'Please choose a reason'}
        >
          <option value="" disabled>
            Choose a reason
          </option>
          {reportReasons.map((one) => (
            <option key={one} value={one}>
              {reasonLabels[one]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Details"
          optional
          maxLength={limits.maxReportLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </DialogForm>
    </FormDialog>
  )
}
