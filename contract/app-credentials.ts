import { z } from 'zod'
import { byId, id, singleLine, time } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { tokenScopes } from './token-scopes.ts'

/** What programs sign in with on behalf of the caller. */

const credential = {
  id,
  name: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable().describe('To within a few minutes.'),
}

const appPassword = z
  .strictObject({
    ...credential,
    lastUsedBy: z.string().nullable().describe('The name that the app gave itself.'),
  })
  .meta({ id: 'AppPassword' })
export type AppPassword = z.infer<typeof appPassword>

const newAppPassword = appPassword
  .extend({ password: z.string().describe('In this response alone.') })
  .meta({ id: 'NewAppPassword' })
export type NewAppPassword = z.infer<typeof newAppPassword>

const name = singleLine('Name', limits.maxAppNameLength)

export const listAppPasswords = defineRoute(routes.listAppPasswords, {
  summary: "The caller's app passwords, the oldest first.",
  access: 'signed-in',
  responses: { 200: z.array(appPassword) },
})

export const createAppPassword = defineRoute(routes.createAppPassword, {
  summary:
    'Creates a password for music apps, which opens `/rest` alone, within ten minutes of the sign-in.',
  access: 'signed-in',
  body: z.strictObject({ name }),
  responses: { 201: newAppPassword },
  errorStatuses: [403, 409],
})

export const deleteAppPassword = defineRoute(routes.deleteAppPassword, {
  summary: "Revokes one of the caller's app passwords.",
  access: 'signed-in',
  resource: 'App password',
  params: byId,
  responses: { 204: { empty: 'Revoked.' } },
})

const apiToken = z
  .strictObject({ ...credential, scopes: z.array(z.enum(tokenScopes)) })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.infer<typeof apiToken>

const newApiToken = apiToken
  .extend({ token: z.string().describe('In this response alone.') })
  .meta({ id: 'NewApiToken' })
export type NewApiToken = z.infer<typeof newApiToken>

export const listApiTokens = defineRoute(routes.listApiTokens, {
  summary: "The caller's API tokens, the oldest first.",
  access: 'signed-in',
  responses: { 200: z.array(apiToken) },
})

export const createApiToken = defineRoute(routes.createApiToken, {
  summary:
    'Creates a token for scripts (`Authorization: Bearer …`), within ten minutes of the sign-in. It is accepted for neither account nor administration.',
  access: 'signed-in',
  body: z.strictObject({
    name,
    scopes: z
      .array(z.enum(tokenScopes, { error: 'Scopes must be read, upload or manage' }))
      .min(1, 'Please choose what the token may do')
      .max(tokenScopes.length, 'Each scope can be named once')
      .describe(
        '`read`: what the user sees. `upload`: new tracks. `manage`: everything else that the user may change.',
      ),
  }),
  responses: { 201: newApiToken },
  errorStatuses: [403, 409],
})

export const deleteApiToken = defineRoute(routes.deleteApiToken, {
  summary: "Revokes one of the caller's API tokens.",
  access: 'signed-in',
  resource: 'API token',
  params: byId,
  responses: { 204: { empty: 'Revoked.' } },
})
