import { z } from 'zod'
import { email, newPassword, time } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** The caller's own account: what only they see and change. */

const account = z
  .strictObject({
    username: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    pendingEmail: z
      .string()
      .nullable()
      .describe('The next address, until the link that was sent to it is used.'),
    hasMail: z.boolean().describe('Whether this site sends mail.'),
    isVerificationRequired: z
      .boolean()
      .describe('Whether publishing is refused until the address is verified.'),
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
  .max(limits.maxPasswordLength, 'Incorrect password.')

export const getAccount = defineRoute(routes.getAccount, {
  summary: "The caller's own account.",
  access: 'signed-in',
  responses: { 200: account },
})

export const changeEmail = defineRoute(routes.changeEmail, {
  summary:
    'Changes the email address: with mail once the link that is sent to the new one is used, without at once.',
  access: 'signed-in',
  resource: 'Account',
  body: z.strictObject({ email, password: currentPassword }),
  responses: { 200: account },
  errorStatuses: [409],
})

export const sendVerification = defineRoute(routes.sendVerification, {
  summary: 'Sends the link that verifies the address again.',
  access: 'signed-in',
  resource: 'Account',
  body: z.strictObject({}).optional(),
  responses: { 204: { empty: 'It will be sent.' } },
})

export const changePassword = defineRoute(routes.changePassword, {
  summary:
    'Changes the password and ends all other sessions. A wrong password counts as a failed sign-in.',
  access: 'signed-in',
  resource: 'Password',
  body: z.strictObject({ currentPassword, newPassword }),
  responses: { 204: { empty: 'Changed.' } },
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
})

export const endSession = defineRoute(routes.endSession, {
  summary:
    'Ends one of the caller’s sessions, and the session of that browser at the built-in provider.',
  access: 'signed-in',
  resource: 'Session',
  params: z.strictObject({ id: z.string().regex(/^[\w-]{43}$/) }),
  responses: { 204: { empty: 'Ended.' } },
})

export const endOtherSessions = defineRoute(routes.endOtherSessions, {
  summary:
    "Ends all of the caller's sessions except the current one, and app passwords and tokens.",
  access: 'signed-in',
  body: z
    .strictObject({
      revokeApps: z
        .boolean()
        .default(true)
        .describe('Whether to delete app passwords and API tokens too.'),
    })
    .optional(),
  responses: { 204: { empty: 'Ended.' } },
})

const dataExport = z
  .strictObject({
    state: z.enum(['none', 'pending', 'ready']),
    progress: z.number().min(0).max(1),
    url: z
      .string()
      .nullable()
      .describe('A new link with each request, for the caller only, until `expiresAt`.'),
    bytes: z.int().nullable().describe('About: its files when it was prepared.'),
    expiresAt: time.nullable(),
  })
  .meta({ id: 'DataExport' })
export type DataExport = z.infer<typeof dataExport>

export const requestExport = defineRoute(routes.requestExport, {
  summary: "Prepares an archive of the caller's data in the background.",
  access: 'signed-in',
  body: z.strictObject({}).optional(),
  responses: { 202: dataExport },
})

export const getExport = defineRoute(routes.getExport, {
  summary: 'The state of the archive, and a link once it is ready.',
  access: 'signed-in',
  responses: { 200: dataExport },
})

export const downloadExport = defineRoute(routes.downloadExport, {
  summary:
    'The archive (ZIP): profile, tracks, playlists, likes, follows and history as JSON, audio and artwork as stored. Errors are pages for those who accept `text/html`.',
  access: 'signed-in',
  resource: 'Export',
  params: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }),
  responses: { 200: { binary: 'application/zip', description: 'The archive.' } },
})

const accountDeletion = z.strictObject({
  password: currentPassword.optional().describe('Required if the account has one.'),
  username: z
    .string({ error: 'Please enter your username.' })
    .max(limits.maxUsernameLength, 'That is not your username.'),
})

export const deleteAccount = defineRoute(routes.deleteAccount, {
  summary:
    'Deletes the caller with all content and sessions. Without a password it needs a sign-in within the last five minutes.',
  access: 'signed-in',
  body: accountDeletion,
  responses: { 204: { empty: 'Deleted.' } },
  errorStatuses: [409],
})
