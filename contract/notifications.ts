import { z } from 'zod'
import { id, pageQuery, time, userSummary } from './fields.ts'
import { limits } from './limits.ts'
import { playlistTypes } from './playlist-types.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** What others did with what is the caller's. */

const kind = z.enum([
  'follow',
  'like',
  'save',
  'release',
  'credit',
  'note',
  'comment',
  'reply',
  'repost',
  'moderation',
])
export type NotificationKind = z.infer<typeof kind>

const notification = z
  .strictObject({
    id,
    kind,
    at: time.describe('Of the last of what it tells.'),
    isUnread: z.boolean(),
    count: z.int().describe('How many people did it on this day (UTC).'),
    actors: z
      .array(userSummary)
      .describe('The last of them, at most two; none for a note, whose author has no account.'),
    detail: z
      .string()
      .optional()
      .describe(
        'Of a credit `requested` or `accepted`, of a moderation `removed`, `restored`, `comment-removed`, `comment-restored` or, of a suspension, `lifted`, of a note the name of its author.',
      ),
    item: z
      .strictObject({
        kind: z.enum(['track', 'playlist']),
        id,
        slug: z.string(),
        title: z.string(),
        type: z.enum(playlistTypes).optional().describe('Of a playlist.'),
      })
      .nullable()
      .describe('Null if it is about the caller.'),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notification>

export const listNotifications = defineRoute(routes.listNotifications, {
  summary:
    'What happened in the last 90 days, newest first: what is of one kind, thing and day (UTC) is one notification. The next page is in `Link: rel="next"`.',
  access: 'signed-in',
  query: z.strictObject(pageQuery),
  responses: {
    200: z.strictObject({
      unread: z
        .int()
        .describe(`Those that the caller has not seen, counted to ${limits.maxUnread}.`),
      notifications: z.array(notification),
    }),
  },
})

export const markNotificationsSeen = defineRoute(routes.markNotificationsSeen, {
  summary: 'The caller has seen all notifications until now, or until the given time.',
  access: 'signed-in',
  body: z.strictObject({ until: time.optional() }).optional(),
  responses: { 204: { empty: 'Done.' } },
})

const kinds = z
  .partialRecord(kind, z.boolean({ error: 'A kind is true or false' }))
  .describe('Whether each kind is listed. Those that this site does not have are missing.')

const settings = z
  .strictObject({
    kinds,
    digest: z
      .boolean()
      .nullable()
      .describe(
        'Whether unread ones are mailed once a day; null if the site sends no mail, or the caller has no verified address.',
      ),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof settings>

export const getNotificationSettings = defineRoute(routes.getNotificationSettings, {
  summary: 'Which notifications the caller wants.',
  access: 'signed-in',
  responses: { 200: settings },
})

export const saveNotificationSettings = defineRoute(routes.saveNotificationSettings, {
  summary: 'Turns kinds of notifications, or the daily mail, on or off. What is missing stays.',
  access: 'signed-in',
  body: z.strictObject({
    kinds: kinds.optional(),
    digest: z.boolean({ error: 'Digest must be true or false' }).optional(),
  }),
  responses: { 200: settings },
  errorStatuses: [409],
})
