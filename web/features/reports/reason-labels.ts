import type { ReportReason } from '#contract/report-reasons.ts'

export const reasonLabels: Record<ReportReason, string> = {
  copyright: 'Copyright',
  spam: 'Spam',
  hateful: 'Hateful or violent',
  sexual: 'Sexual',
  other: 'Other',
}
