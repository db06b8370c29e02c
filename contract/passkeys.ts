import { z } from 'zod'
import { singleLine, time } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** Passkeys (WebAuthn credentials) of the caller's account at the built-in provider. */

const passkey = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    createdAt: time,
    lastUsedAt: time.nullable().describe('The last sign-in with it.'),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkey>

const name = singleLine('Name', limits.maxPasskeyNameLength)
const byId = z.strictObject({ id: z.uuid() })
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)

export const listPasskeys = defineRoute(routes.listPasskeys, {
  summary: "The caller's passkeys, the oldest first. With an external provider there are none.",
  access: 'signed-in',
  responses: { 200: z.array(passkey) },
})

export const startPasskey = defineRoute(routes.startPasskey, {
  summary:
    'The options for `navigator.credentials.create()`, within ten minutes of the sign-in. Their challenge is for this session, works once and expires after ten minutes.',
  access: 'signed-in',
  resource: 'Account',
  body: z.strictObject({}).optional(),
  responses: {
    200: z
      .looseObject({ challenge: z.string() })
      .describe('`PublicKeyCredentialCreationOptionsJSON` of WebAuthn.')
      .meta({ id: 'PasskeyOptions' }),
  },
  errorStatuses: [403, 409],
})

/** `RegistrationResponseJSON` of WebAuthn; browsers send more than is read. */
const registration = z.object({
  id: base64url(2000),
  rawId: base64url(2000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(4000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof registration>

export const addPasskey = defineRoute(routes.addPasskey, {
  summary: "Adds what the browser's `navigator.credentials.create()` returned for the options.",
  access: 'signed-in',
  resource: 'Account',
  body: z.strictObject({ name, response: registration }),
  responses: { 201: passkey },
  errorStatuses: [409],
})

export const renamePasskey = defineRoute(routes.renamePasskey, {
  summary: "Renames one of the caller's passkeys.",
  access: 'signed-in',
  resource: 'Passkey',
  params: byId,
  body: z.strictObject({ name }),
  responses: { 200: passkey },
})

export const deletePasskey = defineRoute(routes.deletePasskey, {
  summary: "Deletes one of the caller's passkeys. The password still works.",
  access: 'signed-in',
  resource: 'Passkey',
  params: byId,
  responses: { 204: { empty: 'Deleted.' } },
})
