/** Free of zod: the browser loads it with the dialog. */

export const reportKinds = ['track', 'playlist', 'user', 'comment', 'note'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportReasons = ['copyright', 'spam', 'hateful', 'sexual', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reasonLabels: Record<ReportReason, string> = {
  copyright: 'Copyright',
  spam: 'Spam',
  hateful: 'Hateful or violent',
  sexual: 'Sexual',
  other: 'Other',
}
