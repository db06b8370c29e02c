import { z } from 'zod'
import { byId, id, limitUpTo, optionalSingleLine, pageQuery, time, userSummary } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

const invite = z
  .strictObject({
    id,
    note: z.string().nullable(),
    maxUses: z.int(),
    uses: z.int(),
    createdAt: time,
    expiresAt: time,
    revokedAt: time.nullable(),
    createdBy: userSummary.nullable().describe('Null if the account was deleted.'),
    usedBy: z
      .array(
        z.strictObject({
          user: userSummary
            .nullable()
            .describe('Null if the account was deleted, or has not signed in yet.'),
          at: time,
        }),
      )
      .describe(`The newest ${limits.maxInviteUsesInDetail}.`),
  })
  .describe('Its link is only in the response that creates it.')
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof invite>

export const listInvites = defineRoute(routes.listInvites, {
  summary: 'Invites, newest first. The next page is in `Link: rel="next"`.',
  access: 'administrator',
  query: z.strictObject({ ...pageQuery, limit: limitUpTo(100) }),
  responses: { 200: z.array(invite) },
})

const integer = (label: string, max: number) =>
  z
    .int({ error: `${label} must be a whole number` })
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} must be at most ${max}`)

export const createInvite = defineRoute(routes.createInvite, {
  summary: 'A link with which accounts are created while registration is by invite.',
  access: 'administrator',
  body: z.strictObject({
    uses: integer('Uses', limits.maxInviteUses).default(1),
    expiresInDays: integer('Days', limits.maxInviteDays).default(7),
    note: optionalSingleLine('Note', limits.maxInviteNoteLength),
  }),
  responses: { 201: z.strictObject({ invite, url: z.string() }) },
})

export const revokeInvite = defineRoute(routes.revokeInvite, {
  summary: 'Ends an invite. Accounts that were created with it stay.',
  access: 'administrator',
  resource: 'Invite',
  params: byId,
  responses: { 204: { empty: 'Revoked.' } },
})
