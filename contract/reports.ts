import { z } from 'zod'
import { byId, id, limitUpTo, multiLine, pageQuery, time, userSummary } from './fields.ts'
import { limits } from './limits.ts'
import { playlist } from './playlists.ts'
import { reportKinds, reportReasons } from './report-reasons.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track } from './tracks.ts'

const kind = z.enum(reportKinds, { error: 'Kind must be track, playlist, user, comment or note' })
const reason = z.enum(reportReasons, { error: 'Please choose a reason' })

export const newReport = z.strictObject({
  kind,
  id,
  reason,
  text: multiLine('Text', limits.maxReportLength),
})

export const createReport = defineRoute(routes.createReport, {
  summary:
    'Reports a track, a playlist, a user, a comment or a note to the moderators: once each, not one’s own. Only those who own a share link can report its notes.',
  access: 'signed-in',
  body: newReport,
  responses: { 201: z.strictObject({ id }) },
  errorStatuses: [404, 409],
})

const decisions = ['dismiss', 'remove', 'suspend'] as const

const report = z
  .strictObject({
    id,
    reason,
    text: z.string().nullable(),
    at: time,
    reporter: userSummary.nullable().describe('Null if the account was deleted.'),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof report>

const reportedItem = z
  .strictObject({
    id,
    kind,
    isOpen: z.boolean().describe('Whether there is a report without a decision.'),
    reportedAt: time.describe('The time of the last report.'),
    track: track.nullable(),
    playlist: playlist.nullable(),
    comment: z.strictObject({ id, text: z.string(), track }).nullable(),
    note: z.strictObject({ id, name: z.string(), text: z.string(), track }).nullable(),
    user: userSummary.describe(
      'The uploader or author, or the reported user; for a note, whose author has no account, the one who got it.',
    ),
    isUserSuspended: z.boolean(),
    isUserAdmin: z.boolean().describe('Administrators cannot be suspended.'),
    reportCount: z.int(),
    reports: z.array(report).describe(`The newest ${limits.maxReportsInDetail}.`),
    nextReports: z
      .string()
      .nullable()
      .describe('The cursor of the earlier reports; null if there are none.'),
    decisions: z
      .array(
        z.strictObject({
          id,
          decision: z.enum(decisions),
          reason: z.string().nullable(),
          at: time,
          actor: userSummary.nullable().describe('Null if the account was deleted.'),
          undoneAt: time.nullable(),
        }),
      )
      .describe('Newest first.'),
  })
  .meta({ id: 'ReportedItem' })
export type ReportedItem = z.infer<typeof reportedItem>

export const listReports = defineRoute(routes.listReports, {
  summary:
    'Reported tracks, playlists and users, the last reported first. The next page is in `Link: rel="next"`.',
  access: 'administrator',
  query: z.strictObject({
    ...pageQuery,
    limit: limitUpTo(100),
    state: z
      .enum(['open', 'decided'], { error: 'State must be open or decided' })
      .default('open')
      .describe('Without or with a decision since the last report.'),
  }),
  responses: { 200: z.array(reportedItem) },
})

export const countReports = defineRoute(routes.countReports, {
  summary: 'The number of reported tracks, playlists and users without a decision.',
  access: 'administrator',
  responses: { 200: z.strictObject({ open: z.int() }) },
})

const reportById = { resource: 'Report', params: byId } as const

export const listReportsOfItem = defineRoute(routes.listReportsOfItem, {
  summary: 'All reports of an item, newest first. The next page is in `Link: rel="next"`.',
  access: 'administrator',
  ...reportById,
  query: z.strictObject(pageQuery),
  responses: { 200: z.array(report) },
})

export const decideReport = defineRoute(routes.decideReport, {
  summary:
    'Decides on all reports of an item. What is removed exists only for its owner and administrators; `suspend` suspends the uploader, or the reported user.',
  access: 'administrator',
  ...reportById,
  body: z
    .strictObject({
      decision: z.enum(decisions, { error: 'Decision must be dismiss, remove or suspend' }),
      reason: multiLine('Reason', limits.maxReportLength).describe(
        'For the uploader; required unless the reports are dismissed.',
      ),
    })
    .refine(({ decision, reason }) => decision === 'dismiss' || Boolean(reason), {
      error: 'Reason is required',
      path: ['reason'],
    }),
  responses: { 200: reportedItem },
  errorStatuses: [409],
})

export const undoDecision = defineRoute(routes.undoDecision, {
  summary: 'Undoes the last decision on an item, which is then open again.',
  access: 'administrator',
  ...reportById,
  responses: { 200: reportedItem },
  errorStatuses: [409],
})
