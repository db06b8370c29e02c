import { z } from 'zod'
import { newPassword, time } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** The caller's own account: what only they see and change. */

export const account = z
  .strictObject({
    username: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    hasPassword: z
      .boolean()
      .describe('Whether this site has a password of the user. An external provider has its own.'),
    providerUrl: z
      .string()
      .nullable()
      .describe('The account page of the external identity provider, where it is known.'),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof account>

/** A password that is compared: only its length is limited. */
const currentPassword = z
  .string({ error: 'Please enter your password.' })
  .min(1, 'Please enter your password.')
  .max(limits.passwordMax, 'Incorrect password.')

export const getAccount = defineRoute(routes.getAccount, {
  summary: "The caller's own account.",
  access: 'signed-in',
  responses: { 200: account },
  errorStatuses: [401],
})

export const passwordChange = z.strictObject({ currentPassword, newPassword })

export const changePassword = defineRoute(routes.changePassword, {
  summary:
    'Changes the password and ends all other sessions. A wrong password counts as a failed sign-in.',
  access: 'signed-in',
  resource: 'Password',
  body: passwordChange,
  responses: { 204: { empty: 'Changed.' } },
  errorStatuses: [400, 401, 403, 404, 415, 503],
})

const session = z
  .strictObject({
    id: z.string(),
    browser: z.string().nullable().describe('Such as `Firefox`; null if it is not known.'),
    system: z.string().nullable().describe('Such as `Windows`; null if it is not known.'),
    startedAt: time,
    lastUsedAt: time.describe('To within a few minutes.'),
    isCurrent: z.boolean().describe('Whether the request was made in it.'),
  })
  .meta({ id: 'Session' })
export type AccountSession = z.infer<typeof session>

export const listSessions = defineRoute(routes.listSessions, {
  summary: "The caller's sessions: the current one first, then the last used one.",
  access: 'signed-in',
  responses: { 200: z.array(session) },
  errorStatuses: [401],
})

export const endSession = defineRoute(routes.endSession, {
  summary:
    'Ends one of the caller’s sessions, and what the built-in provider remembers of that browser.',
  access: 'signed-in',
  resource: 'Session',
  params: z.strictObject({ id: z.string().regex(/^[\w-]{43}$/) }),
  responses: { 204: { empty: 'Ended.' } },
  errorStatuses: [401, 403, 404],
})

export const endOtherSessions = defineRoute(routes.endOtherSessions, {
  summary: "Ends all of the caller's sessions except the current one.",
  access: 'signed-in',
  responses: { 204: { empty: 'Ended.' } },
  errorStatuses: [401, 403],
})

export const accountDeletion = z.strictObject({
  password: currentPassword.optional().describe('Required if the account has one.'),
  username: z
    .string({ error: 'Please enter your username.' })
    .max(limits.usernameMax, 'That is not your username.'),
})

export const deleteAccount = defineRoute(routes.deleteAccount, {
  summary:
    'Deletes the caller with all content and sessions. Without a password it needs a sign-in within the last five minutes.',
  access: 'signed-in',
  body: accountDeletion,
  responses: { 204: { empty: 'Deleted.' } },
  errorStatuses: [400, 401, 403, 409, 415, 503],
})
