import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import {
  type ReportKind,
  type ReportReason,
  reasonLabels,
  reportReasons,
} from '#contract/report-reasons.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { savePendingAction } from '#web/lib/pending-action.ts'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { SelectField, TextAreaField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

export type Reported = { kind: ReportKind; id: string; name: string }

type Draft = { reason: ReportReason | ''; text: string }

type ReportDialogProps = { reported: Reported; onClose: () => void }

export function ReportDialog({ reported: { kind, id, name }, onClose }: ReportDialogProps) {
  const [draft, saveDraft] = useRestoredDraft<Draft>(draftKeys.report(id))
  const [reason, setReason] = useState<Draft['reason']>(draft?.reason ?? '')
  const [text, setText] = useState(draft?.text ?? '')
  const [hasReason, setHasReason] = useState(true)
  const report = useMutation({
    mutationFn: (reason: ReportReason) =>
      request(routes.createReport, { body: { kind, id, reason, text } }),
    meta: {
      ...inlineErrors,
      onSessionExpired() {
        saveDraft({ reason, text })
        savePendingAction({ reason: 'report', subject: id, kind, name })
      },
      done: { title: 'Report sent', text: 'Thank you. A moderator will look at it.' },
    },
    onSuccess: onClose,
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setHasReason(reason !== '')
    if (reason !== '' && !report.isPending) report.mutate(reason)
  }
  return (
    <FormDialog
      title="Report"
      text={name}
      onClose={onClose}
      onSubmit={onSubmit}
      isDirty={text.trim() !== '' && !report.isSuccess}
      isPending={report.isPending}
      submit="Send report"
      pendingText="Sending..."
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
    </FormDialog>
  )
}
